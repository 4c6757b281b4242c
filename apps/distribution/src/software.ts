/** How this software names itself in what it sends to platforms. */
export const SOFTWARE = { name: 'Real Estate Distribution Service', version: '1.0.0' };
