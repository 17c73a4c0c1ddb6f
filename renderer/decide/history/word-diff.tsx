import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import classes from './word-diff.module.css';

/** Beyond this a comparison word by word could take seconds; the two texts are shown whole instead. */
const LONGEST_COMPARED = 60_000;

/** Two texts as one, with what was taken out and what was put in; marked by more than colour. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => {
    if (before.length + after.length > LONGEST_COMPARED) {
      return [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ];
    }
    return diffWordsWithSpace(before, after);
  }, [before, after]);
  return (
    <span className={classes.text}>
      {parts.map((part, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison never move
        if (part.added) return <ins key={at}>{part.value}</ins>;
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        if (part.removed) return <del key={at}>{part.value}</del>;
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        return <span key={at}>{part.value}</span>;
      })}
    </span>
  );
}
