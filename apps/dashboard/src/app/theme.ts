import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver } from '@mantine/core';

/** Petrol with a warm second colour; shades dark enough for text on either ground. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } } },
  colors: {
    petrol: [
      '#eaf6f7', '#d5e9eb', '#a9d3d7', '#7abcc3', '#53a8b1', '#3a9ca6', '#2a95a1', '#1a818c', '#14636c', '#0f4f57',
    ],
    dark: [
      '#dfe6ea', '#c3cdd5', '#a9b5bf', '#7c8994', '#3d4a54', '#2d3942', '#212b32', '#182026', '#141b20', '#11171b',
    ],
    amber: [
      '#fff5e6', '#fde8cd', '#f9d09c', '#f6b667', '#f3a03a', '#f1921e', '#ef8a0d', '#a85d00', '#8a4c00', '#6e3c00',
    ],
  },
}); // oxfmt-ignore

/** Mantine's own dimmed and status colours are too pale to read. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#52606d',
    '--mantine-color-body': '#ffffff',
    '--estate-ground': '#f5f7f8',
    '--estate-line': '#dde3e7',
    '--estate-good': '#116640',
    '--estate-good-ground': '#dff3e8',
    '--estate-bad': '#a31621',
    '--estate-bad-ground': '#fde7e8',
    '--estate-busy': '#7a4300',
    '--estate-busy-ground': '#fdeed6',
    '--estate-calm': '#3c4a56',
    '--estate-calm-ground': '#e8edf0',
    '--estate-link': '#0f5b64',
    '--mantine-color-anchor': '#0f5b64',
    '--mantine-color-error': '#a31621',
    '--mantine-color-placeholder': '#5f6c78',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b5bf',
    '--mantine-color-body': '#182026',
    '--mantine-color-text': '#e3e9ed',
    '--estate-ground': '#11171b',
    '--estate-line': '#2d3942',
    '--estate-good': '#7fdcab',
    '--estate-good-ground': '#12382a',
    '--estate-bad': '#ff9ba1',
    '--estate-bad-ground': '#46191d',
    '--estate-busy': '#ffc67a',
    '--estate-busy-ground': '#412a0b',
    '--estate-calm': '#c3cdd5',
    '--estate-calm-ground': '#2a353d',
    '--estate-link': '#7ed3dc',
    '--mantine-color-petrol-light': '#153d45',
    '--mantine-color-petrol-light-hover': '#1b4a53',
    '--mantine-color-petrol-light-color': '#b5e6eb',
    '--mantine-color-anchor': '#7ed3dc',
    '--mantine-color-error': '#ff9ba1',
    '--mantine-color-placeholder': '#8b98a3',
  },
});
