const STORED_AS = 'estate-shortcuts';

/** Whether single keys are shortcuts: someone who speaks to the computer, or hits keys by mistake, turns them off. */
export const shortcutsSetting = {
  isOn: (): boolean => localStorage.getItem(STORED_AS) !== 'off',
  turn: (isOn: boolean): void => localStorage.setItem(STORED_AS, isOn ? 'on' : 'off'),
};
