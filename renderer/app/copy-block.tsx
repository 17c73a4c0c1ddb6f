import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './copy-block.module.css';
import { notifyError } from './notify.tsx';

/** Long enough to see that it worked. */
const SAID_MS = 2000;

interface Props {
  /** What it is, as in `Policy of the caller`: names the text and its button. */
  label: string;
  text: string;
}

/** Text to be used elsewhere, as it is, with a button that copies it. */
export function CopyBlock({ label, text }: Props) {
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={label}>
        <pre className={classes.text}>{text}</pre>
      </section>
      <div className={classes.copy}>
        <CopyButton label={label} text={text} />
      </div>
    </div>
  );
}

/** Copies a text, and says for a moment that it did. */
export function CopyButton({ label, text }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
      aria-label={copied ? `${label}: copied` : `Copy: ${label}`}
      onClick={() =>
        void navigator.clipboard
          .writeText(text)
          .then(() => setCopied(true))
          .catch(notifyError)
      }
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  );
}
