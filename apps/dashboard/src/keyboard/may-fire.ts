/** Elements that take text input, or in which letters choose an option. */
const TYPED_INTO = 'input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]';
const OPEN_DIALOG = '[role=dialog]';

interface Occasion {
  defaultPrevented: boolean;
  isComposing: boolean;
  target: EventTarget | null;
}

/** True if a key press may be a shortcut: nobody is typing, and no dialog is open. */
export function mayFire({ defaultPrevented, isComposing, target }: Occasion): boolean {
  if (defaultPrevented || isComposing) return false;
  if (target instanceof Element && target.closest(TYPED_INTO)) return false;
  return document.querySelector(OPEN_DIALOG) === null;
}
