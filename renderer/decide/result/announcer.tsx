import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Bar } from './bars-of.ts';
import { describeBars } from './describe-bars.ts';

/** A result that lasted this long is worth a sentence; those in between are passed over. */
const SETTLED_MS = 1200;

/** Says the result to a screen reader once the typing has rested; `bars` is null while there is none. */
export function Announcer({ bars }: { bars: readonly Bar[] | null }) {
  const sentence = bars === null ? null : describeBars(bars);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (sentence === null) return;
    const timer = setTimeout(() => setSaid(sentence), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [sentence]);
  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}
