import { Anchor, Button, Group, Loader, Modal, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { FoundRepository, HubRepository } from '../../workbench/contract/hub.ts';
import { faultOf } from '../app/connection/fault-of.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { FaultCard } from '../app/fault/fault-card.tsx';
import { formatBytes } from '../app/format-bytes.ts';
import { notifyError } from '../app/notify.tsx';
import classes from './hub-dialog.module.css';
import { isFetched, useUnfinished } from './use-hub.ts';

/** Finds models on the hub: repositories, then the files of one with their sizes, then a download. */
export function HubDialog({ onClose }: { onClose: () => void }) {
  const { client } = useWorkbench();
  const [query, setQuery] = useState('');
  const [quantization, setQuantization] = useState('');
  const search = useMutation({
    mutationFn: () =>
      client.hub.search({
        query: query.trim(),
        ...(quantization.trim() === '' ? {} : { quantization: quantization.trim() }),
      }),
  });
  const open = useMutation({ mutationFn: (repository: string) => client.hub.repository({ repository }) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    open.reset();
    // A repository's own name or the address of its page needs no search.
    if (/^(https?:\/\/\S+\/)?[\w.-]+\/[\w.-]+\/?$/.test(query.trim())) open.mutate(query.trim());
    else search.mutate();
  };
  return (
    <Modal opened onClose={onClose} size="xl" title="Find a model on the hub">
      <form onSubmit={submit} className={classes.form}>
        <TextInput
          className={classes.query}
          label="Words of its name, or owner/name"
          placeholder="qwen 4b"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          w={150}
          label="Only with a file in"
          placeholder="Q4_K_M"
          value={quantization}
          onChange={(event) => setQuantization(event.currentTarget.value)}
        />
        <Button type="submit" disabled={query.trim() === ''} loading={search.isPending || open.isPending}>
          Search
        </Button>
      </form>
      <Text size="xs" c="dimmed" mt={6}>
        The words are sent to the hub, and nothing else.
      </Text>
      <div className={classes.answer} aria-live="polite">
        {open.isPending || search.isPending ? <Loader size="sm" aria-label="Asking the hub" /> : null}
        {open.isError && <FaultCard fault={faultOf(open.error)} />}
        {search.isError && !open.isSuccess && <FaultCard fault={faultOf(search.error)} />}
        {open.isSuccess ? (
          <Repository repository={open.data} onBack={search.isSuccess ? () => open.reset() : null} />
        ) : (
          search.isSuccess && <Found found={search.data} onOpen={(repository) => open.mutate(repository)} />
        )}
      </div>
    </Modal>
  );
}

function Found({ found, onOpen }: { found: FoundRepository[]; onOpen: (repository: string) => void }) {
  if (found.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The hub has no repository of GGUF files by that name. Fewer words find more.
      </Text>
    );
  }
  return (
    <ul className={classes.list} aria-label="Repositories">
      {found.map(({ repository, downloads, licence, gated, quantizations }) => (
        <li key={repository} className={classes.line}>
          <div className={classes.words}>
            <strong>{repository}</strong>
            <span className={classes.quiet}>
              {downloads.toLocaleString('en-US')} downloads · {licence ?? 'no licence stated'}
              {gated ? ' · its owner lets people in' : ''} · {quantizations.slice(0, 8).join(', ')}
            </span>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Files of ${repository}`}
            onClick={() => onOpen(repository)}
          >
            Files
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Repository({ repository: found, onBack }: { repository: HubRepository; onBack: (() => void) | null }) {
  const { client } = useWorkbench();
  const { downloads } = useUnfinished();
  const { repository, revision, licence, gated, page, models, disk_free } = found;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <strong>{repository}</strong> at {revision.slice(0, 12)} · licence: {licence ?? 'not stated'}
        </Text>
        {onBack !== null && (
          <Button size="compact-sm" variant="subtle" onClick={onBack}>
            Back to the list
          </Button>
        )}
      </Group>
      {gated && (
        <Text size="sm" mt={4}>
          Its owner decides who may fetch it. Accept the licence on{' '}
          <Anchor href={page} target="_blank" rel="noreferrer" underline="always">
            its page
          </Anchor>
          ; the token of HF_TOKEN or of the hub’s own program is used, and never kept.
        </Text>
      )}
      {disk_free !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          {formatBytes(disk_free)} are free where downloads go to.
        </Text>
      )}
      {models.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          It has no GGUF file with a checksum.
        </Text>
      )}
      <ul className={classes.list} aria-label={`Files of ${repository}`}>
        {models.map(({ file, bytes, fit, files }) => {
          const name = file.split('/').at(-1) ?? file;
          const fetching = isFetched(downloads, repository, revision, file);
          const noRoom = disk_free !== null && bytes > disk_free;
          return (
            <li key={file} className={classes.line}>
              <div className={classes.words}>
                <strong>{name}</strong>
                <span className={classes.quiet} data-verdict={fit.verdict}>
                  {formatBytes(bytes)}
                  {files.length > 1 ? ` in ${files.length} parts` : ''} · {fit.words}
                </span>
              </div>
              <Button
                size="compact-sm"
                loading={fetching}
                disabled={noRoom}
                title={noRoom ? 'The disk has too little room for it' : undefined}
                aria-label={`Download ${name}`}
                onClick={() => void client.hub.pull({ repository, revision, file }).catch(notifyError)}
              >
                Download
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
