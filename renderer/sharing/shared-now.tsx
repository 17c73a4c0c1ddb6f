import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifyDone, notifyError } from '../app/notify.tsx';
import classes from './shared-now.module.css';
import { tryItCommand } from './try-it-command.ts';

interface Props {
  address: string;
  secret: string | null;
  onClose: () => void;
}

/** Where the model is, the key while it can still be seen, and a first call. */
export function SharedNow({ address, secret, onClose }: Props) {
  const command = tryItCommand(address, secret);
  return (
    <Stack gap="md">
      <CopyField label="Address" value={address} />
      {secret !== null && (
        <CopyField
          label="Key"
          value={secret}
          description="Shown here once and stored nowhere. Lost: stop sharing and start again."
        />
      )}
      <div>
        <Text size="sm" fw={500} id="try-it">
          Try it in a terminal
        </Text>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={classes.command} tabIndex={0} aria-labelledby="try-it">
          {command}
        </section>
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => copy(command, 'The command')}>
          Copy the command
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

function CopyField({ label, value, description }: { label: string; value: string; description?: string }) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        className={classes.field}
        label={label}
        {...(description === undefined ? {} : { description })}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" aria-label={`Copy: ${label}`} onClick={() => copy(value, label)}>
        Copy
      </Button>
    </Group>
  );
}

function copy(text: string, what: string): void {
  navigator.clipboard
    .writeText(text)
    .then(() => notifyDone(`${what} is on the clipboard.`))
    .catch(notifyError);
}
