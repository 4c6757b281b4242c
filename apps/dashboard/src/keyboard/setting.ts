const STORED_AS = 'estate-shortcuts';

/** Turns single-key shortcuts off, for people who use speech input or hit keys by mistake. */
export const shortcutsSetting = {
  isOn: (): boolean => localStorage.getItem(STORED_AS) !== 'off',
  turn: (isOn: boolean): void => localStorage.setItem(STORED_AS, isOn ? 'on' : 'off'),
};
