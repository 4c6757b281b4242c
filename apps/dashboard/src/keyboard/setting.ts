const STORED_AS = 'estate-shortcuts';

/** People who speak to the computer, or hit keys by mistake, turn single-key shortcuts off. */
export const shortcutsSetting = {
  isOn: (): boolean => localStorage.getItem(STORED_AS) !== 'off',
  turn: (isOn: boolean): void => localStorage.setItem(STORED_AS, isOn ? 'on' : 'off'),
};
