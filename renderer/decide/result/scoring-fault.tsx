import type { BuiltinTemplateName } from '../../../adapter/configuration/scoring-settings.ts';
import type { FaultData } from '../../../adapter/fault.ts';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import { FaultButton, FaultCard } from '../../app/fault/fault-card.tsx';
import { useSession } from '../use-session.tsx';

/** Faults that another chat template cures. */
const templateFaults = new Set<FaultData['code']>([
  'NO_CHAT_TEMPLATE',
  'SEVERAL_CHAT_TEMPLATES',
  'CHAT_TEMPLATE_FAILED',
]);

const builtin: { name: BuiltinTemplateName; label: string }[] = [
  { name: 'chatml', label: 'ChatML' },
  { name: 'gemma', label: 'Gemma' },
  { name: 'llama3', label: 'Llama 3' },
  { name: 'mistral', label: 'Mistral' },
];

/** Why the decision could not be scored, with the ways out as buttons. */
export function ScoringFault() {
  const { score, change } = useSession();
  const actions = useActionStore();
  const { fault } = score;
  if (score.phase !== 'failed' || fault === null) return null;
  const useTexts = (
    <FaultButton onClick={() => change({ type: 'scoring', scoring: { readout: 'texts', temperature: null } })}>
      Use option texts
    </FaultButton>
  );
  if (templateFaults.has(fault.code)) {
    return (
      <FaultCard fault={fault}>
        {builtin.map(({ name, label }) => (
          <FaultButton key={name} onClick={() => change({ type: 'scoring', scoring: { template: `builtin:${name}` } })}>
            Use {label}
          </FaultButton>
        ))}
        {useTexts}
      </FaultCard>
    );
  }
  switch (fault.code) {
    case 'TOO_MANY_OPTIONS':
    case 'SLOT_NOT_ONE_TOKEN':
      return (
        <FaultCard fault={fault}>
          <FaultButton onClick={() => change({ type: 'scoring', scoring: { prompt_version: 'direct-options-v2' } })}>
            Use the prompt for up to 255 options
          </FaultButton>
          {useTexts}
        </FaultCard>
      );
    case 'TOO_MANY_TOKENS':
    case 'OUT_OF_MEMORY':
    case 'ENGINE_FAILED':
    case 'NO_MODEL':
    case 'MODEL_MISSING':
      return (
        <FaultCard fault={fault}>
          <FaultButton onClick={() => actions.run('model.settings')}>Engine settings</FaultButton>
          <FaultButton onClick={score.scoreNow}>Try again</FaultButton>
        </FaultCard>
      );
    default:
      return (
        <FaultCard fault={fault}>
          <FaultButton onClick={score.scoreNow}>Try again</FaultButton>
        </FaultCard>
      );
  }
}
