import { useOptionLook } from './option-looks.tsx';
import classes from './option-swatch.module.css';

/** The hue and pattern of an option, an empty frame for what is none; its name always stands beside it. */
export function OptionSwatch({ option }: { option: string }) {
  const look = useOptionLook(option);
  return (
    <span
      className={classes.swatch}
      data-pattern={look?.pattern ?? 'none'}
      style={{ backgroundColor: look?.color }}
      aria-hidden="true"
    />
  );
}
