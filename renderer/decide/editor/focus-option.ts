export type OptionField = 'id' | 'description' | 'handle';

/** Puts the keyboard into a field of the option at a place, once React has added or moved its row. */
export function focusOption(place: number, field: OptionField = 'id'): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-option="${place}"] [data-field="${field}"]`)?.focus();
  });
}
