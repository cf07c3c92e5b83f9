import type { Console } from '../context.ts'
import type { LinkOnce, Member, MemberAction, MemberList } from './resources.ts'
import { words } from './words.ts'

export interface MemberActions {
  /** Disabling and enabling are offered to be undone. */
  manage(member: Member, action: MemberAction): void
  remove(member: Member): void
  reset(member: Member): void
}

interface Listeners {
  onLink: (link: LinkOnce) => void
  onChange: () => void
}

/** As the service decides (app/accounts/authority.ts): only owners change owners. */
export function mayManage(role: string, list: MemberList, member: Member): boolean {
  return list.may_manage && (role === 'owner' || member.role !== 'owner')
}

export function createMemberActions({ api, report, toaster }: Console, { onChange, onLink }: Listeners): MemberActions {
  const opposite = { disable: 'enable', enable: 'disable' } as const
  const manage = async (member: Member, action: MemberAction) => {
    await api.value.post(`/console/members/${member.id}/actions`, { action })
    const undone = action === 'disable' || action === 'enable' ? opposite[action] : undefined
    const undo =
      undefined === undone ? {} : { action: { label: words.t('undo'), run: () => run(manage(member, undone)) } }
    toaster.show(words.t(`done.${action}`, { name: member.name }), undo)
    onChange()
  }
  const run = (work: Promise<unknown>) => void work.catch(report)
  return {
    manage: (member, action) => run(manage(member, action)),
    remove: (member) =>
      run(
        api.value.remove(`/console/members/${member.id}`).then(() => {
          toaster.show(words.t('done.remove', { name: member.name }))
          onChange()
        }),
      ),
    reset: (member) => run(api.value.post<LinkOnce>(`/console/members/${member.id}/reset`).then(onLink)),
  }
}
