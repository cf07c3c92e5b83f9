import { Button } from '../../../ui/controls/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import { printTime } from '../times.ts'
import type { AuditEntry } from '../resources.ts'
import { words } from '../words.ts'

/** Every field of an entry. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { action, actor, at, detail, id, ip, project_id: projectId, request_id: requestId, target } = entry
  const facts: [string, string | null][] = [
    [words.t('time'), `${printTime(at)} (${at})`],
    [words.t('actor'), [words.wordFor('actor', actor.kind), actor.name, actor.id].filter(Boolean).join(' · ')],
    [words.t('target'), target],
    [words.t('project'), projectId],
    [words.t('ip'), ip],
    [words.t('request'), requestId],
    [words.t('entryId'), id],
  ]
  return (
    <Dialog
      title={action}
      size="medium"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {words.t('close')}
        </Button>
      }
    >
      <div class="dialog-text" lang="en" dir="ltr">
        <dl class="facts">
          {facts.map(([name, value]) =>
            value === null ? null : (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
          )}
        </dl>
        {Object.keys(detail).length === 0 ? null : (
          <section class="stack">
            <h3>{words.t('detail')}</h3>
            <pre class="job-trace" tabIndex={0}>
              {JSON.stringify(detail, null, 2)}
            </pre>
          </section>
        )}
      </div>
    </Dialog>
  )
}
