import { useOptionLook } from './option-looks.tsx';
import classes from './option-swatch.module.css';

/** The hue and pattern of an option; its name always stands beside it. */
export function OptionSwatch({ option }: { option: string }) {
  const look = useOptionLook(option);
  return (
    <span
      className={classes.swatch}
      data-pattern={look.pattern}
      style={{ backgroundColor: look.color }}
      aria-hidden="true"
    />
  );
}
