import { ActionIcon, Autocomplete, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import classes from './pool-list.module.css';

interface Props {
  pools: readonly string[];
  /** Types that are offered. */
  known: readonly string[];
  /** Pools that an endpoint may have at most. */
  most: number;
  onChange: (pools: string[]) => void;
  faultAt: (at: number) => string | null;
  /** What is wrong with all of them. */
  fault: string | null;
}

/** Instance types in the order in which they are tried. */
export function PoolList({ pools, known, most, onChange, faultAt, fault }: Props) {
  const swap = (at: number, other: number): void => {
    const moved = [...pools];
    const [one, two] = [moved[at], moved[other]];
    if (one === undefined || two === undefined) return;
    moved[at] = two;
    moved[other] = one;
    onChange(moved);
  };
  const unused = known.find((type) => !pools.includes(type));
  return (
    <fieldset className={classes.frame}>
      <legend className={classes.label}>Instance types, tried in this order</legend>
      <ol className={classes.list}>
        {pools.map((type, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field keeps the focus while its text changes
          <li key={at} className={classes.entry}>
            <span className={classes.place} aria-hidden>
              {at + 1}
            </span>
            <Autocomplete
              size="xs"
              aria-label={`Instance type ${at + 1}`}
              data={known.filter((entry) => entry === type || !pools.includes(entry))}
              value={type}
              error={faultAt(at)}
              onChange={(value) => onChange(pools.map((entry, place) => (place === at ? value.trim() : entry)))}
            />
            <span className={classes.tools}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Try ${type} earlier`}
                disabled={at === 0}
                onClick={() => swap(at, at - 1)}
              >
                <IconArrowUp size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Try ${type} later`}
                disabled={at === pools.length - 1}
                onClick={() => swap(at, at + 1)}
              >
                <IconArrowDown size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${type}`}
                disabled={pools.length === 1}
                onClick={() => onChange(pools.filter((_, place) => place !== at))}
              >
                <IconX size={15} aria-hidden />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ol>
      {fault !== null && <p className={classes.fault}>{fault}</p>}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPlus size={13} aria-hidden />}
        disabled={pools.length >= most}
        onClick={() => onChange([...pools, unused ?? ''])}
      >
        Another type
      </Button>
    </fieldset>
  );
}
