import type { Grant, Permissions, Template } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { useLatest } from '../../../latest.ts'
import { Loaded, useCall } from '../../../parts/index.ts'
import { useFolders } from '../../folders/use-folders.ts'
import { GrantForm } from './grant-form.tsx'
import { GrantTable } from './grant-table.tsx'
import { InheritedGrants } from './inherited-grants.tsx'
import { usePrincipals } from './use-principals.ts'
import { accesses, words } from './words.ts'

/** Who may do what with one template: its rules, those of its folders, and what the levels mean. */
export function PermissionsTab({ template: { id } }: { template: Template }) {
  const { api, report, toaster } = useConsole()
  const path = `/templates/${id}/permissions`
  const latest = useLatest((signal) => api.value.get<Permissions>(path, { signal }), [path])
  const principals = usePrincipals()
  const folders = useFolders()
  const call = useCall<void>()
  const run = (change: () => Promise<void>) =>
    call.run(async () => {
      try {
        await change()
      } finally {
        latest.reload()
      }
    })
  const grant = ({ level, principal }: Omit<Grant, 'id'>) =>
    run(async () => {
      await api.value.post(path, { principal, level })
      toaster.show(words.t('changed', { name: principals.nameOf(principal), level: words.wordFor('level', level) }))
    })
  const remove = ({ id: grantId, level, principal }: Grant) =>
    run(async () => {
      await api.value.remove(`${path}/${grantId}`)
      const back = () => api.value.post(path, { principal, level })
      toaster.show(words.t('removed', { name: principals.nameOf(principal) }), {
        action: { label: words.t('undo'), run: () => void back().then(latest.reload, report) },
      })
    })
  const setDefault = (level: string | null) =>
    run(async () => {
      const { grants } = await api.value.get<Permissions>(path)
      await api.value.put(path, { default: level, grants })
      toaster.show(
        level === null
          ? words.t('defaultRemoved')
          : words.t('defaultChanged', { level: words.wordFor('level', level) }),
      )
    })
  return (
    <Loaded from={latest}>
      {(permissions) => {
        const { default: others, grants, inherited, your_level: own } = permissions
        const isOpen = grants.length === 0 && inherited.length === 0
        const hasDefault = others !== null || inherited.some((folder) => folder.default !== null)
        return (
          <div class="stack">
            <section class="panel">
              <h2>{words.t('rules')}</h2>
              <p class="words">
                {words.t('yours', { level: words.wordFor('level', own) })} {own === 'manage' ? null : words.t('ask')}
              </p>
              <p class="soft words">
                {words.t('owners')} {hasDefault ? null : words.t(isOpen ? 'openText' : 'limitedText')}
              </p>
              <GrantTable
                permissions={permissions}
                principals={principals}
                onLevel={({ principal }, level) => grant({ principal, level })}
                onRemove={remove}
                onDefault={setDefault}
              />
              {own === 'manage' ? <GrantForm principals={principals} isBusy={call.isBusy} onGrant={grant} /> : null}
              {inherited.length === 0 ? null : (
                <InheritedGrants of={inherited} folders={folders} principals={principals} />
              )}
            </section>
            <section class="panel">
              <h2>{words.t('levels')}</h2>
              <dl class="details-lines">
                {accesses.map((level) => (
                  <LevelLine key={level} level={level} />
                ))}
              </dl>
            </section>
          </div>
        )
      }}
    </Loaded>
  )
}

function LevelLine({ level }: { level: (typeof accesses)[number] }) {
  return (
    <>
      <dt>{words.t(`level.${level}`)}</dt>
      <dd>{words.t(`means.${level}`)}</dd>
    </>
  )
}
