import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import type { DmarcDomain } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { Loaded, ShowMore, usePages } from '../../parts/index.ts'
import { words } from '../texts.ts'

interface GroupDomainsProps {
  /** Name of the group. */
  name: string
  onClose: () => void
  onSaved: () => void
}

/** Chooses which domains of the project are in a group. A domain is in one group at most. */
export function GroupDomains({ name, onClose, onSaved }: GroupDomainsProps) {
  const { api, report } = useConsole()
  const domains = usePages<DmarcDomain>('/dmarc/domains', { limit: 100 })
  const chosen = useSignal<ReadonlyMap<string, boolean>>(new Map())
  const isBusy = useSignal(false)
  const save = async () => {
    isBusy.value = true
    try {
      for (const [id, isIn] of chosen.value) await api.value.put(`/dmarc/domains/${id}`, { group: isIn ? name : null })
      onSaved()
    } catch (error) {
      isBusy.value = false
      report(error)
    }
  }
  return (
    <Dialog
      title={words.t('chooseDomains')}
      size="small"
      onClose={onClose}
      actions={
        <Button variant="primary" busy={isBusy.value} onClick={() => void save()}>
          {words.t('save')}
        </Button>
      }
    >
      <Loaded from={domains}>
        {(list) => (
          <div class="choices">
            {list.map(({ domain, group, id }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={chosen.value.get(id) ?? group === name}
                  onChange={({ currentTarget: { checked } }) => {
                    chosen.value = new Map(chosen.value).set(id, checked)
                  }}
                />
                {domain}
                {group === null || group === name ? null : <span class="soft">{words.t('inGroup', { group })}</span>}
              </label>
            ))}
            <ShowMore of={domains} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
