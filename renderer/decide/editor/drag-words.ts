import type { DndContextProps, UniqueIdentifier } from '@dnd-kit/core';

/** What a screen reader hears while an option is moved. */
export function dragWords(
  options: readonly { id: string }[],
  keys: readonly string[],
): DndContextProps['accessibility'] {
  const name = (key: UniqueIdentifier): string => {
    const at = keys.indexOf(String(key));
    return options[at]?.id || `option ${at + 1}`;
  };
  const place = (key: UniqueIdentifier | undefined): string =>
    key === undefined ? 'no place' : `place ${keys.indexOf(String(key)) + 1} of ${keys.length}`;
  return {
    screenReaderInstructions: {
      draggable:
        'Press Space to pick the option up, the arrow keys to move it, Space to drop it, Escape to put it back.',
    },
    announcements: {
      onDragStart: ({ active }) => `Picked up ${name(active.id)}, at ${place(active.id)}.`,
      onDragOver: ({ active, over }) => `${name(active.id)} is over ${place(over?.id)}.`,
      onDragEnd: ({ active, over }) => `${name(active.id)} was dropped at ${place(over?.id)}.`,
      onDragCancel: ({ active }) => `${name(active.id)} is back where it was.`,
    },
  };
}
