/** The lines of the chart, and their colours on both grounds. */
export const SERIES = [
  { name: 'published', light: '#14636c', dark: '#53c3ce' },
  { name: 'failed', light: '#c02632', dark: '#ff8a91' },
  { name: 'requests', light: '#b46a00', dark: '#f3b35a' },
  { name: 'deliveries', light: '#6d5bb0', dark: '#b0a1f0' },
] as const;
