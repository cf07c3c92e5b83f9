import { readAddress } from '../deliverability/address/index.ts'
import type { AuditActor, Evidence } from '../platform/audit/index.ts'
import type { CallObserver, ObservedCall } from '../platform/http/index.ts'
import { type AuditRule, type NotedSubject, auditedOperations } from './audited-operations.ts'

/** Records disclosures, uses and refusals of requests, by the table of audited operations. */
export function createObserver(evidence: Pick<Evidence, 'note' | 'noteBounded'>): CallObserver {
  const rules = new Map<string, AuditRule>(Object.entries(auditedOperations))
  return {
    describe(operationId, input) {
      const rule = rules.get(operationId)
      return rule !== undefined && 'of' in rule ? rule.of?.(input) : undefined
    },
    observe(call) {
      if (call.status === 401 || call.status === 403) noteRefusal(evidence, call)
      if (call.status >= 400) return
      const rule = rules.get(call.operationId)
      if (rule === undefined || 'exempt' in rule || 'records' in rule) return
      const subject = (call.subject ?? {}) as NotedSubject
      if ('restricted' in rule) {
        if (subject.target == null) return
        evidence.note({ ...whoOf(call), action: rule.restricted, target: subject.target, onlyRestricted: true })
        return
      }
      const { target, subjects, detail } = subject
      const note = {
        ...whoOf(call),
        action: rule.notes,
        ...(target == null ? {} : { target }),
        ...(subjects === undefined ? {} : { subjects: subjects.map(subjectOf) }),
        ...(detail === undefined ? {} : { detail }),
      }
      // Signed links work from any IP address without credentials, so these entries are limited like refusals.
      if (rule.isAnonymous === true) evidence.noteBounded(note)
      else evidence.note(note)
    },
  }
}

/** The text from which the pseudonym of an email address is derived: equal for all spellings of a mailbox. */
export function subjectOf(text: string): string {
  const address = readAddress(text)
  return address.valid ? address.normalized : text.trim().toLowerCase()
}

function noteRefusal(evidence: Pick<Evidence, 'noteBounded'>, call: ObservedCall): void {
  const prefix = call.caller === undefined ? /^svc_[0-9a-f]{8}/.exec(call.apiKey() ?? '')?.[0] : undefined
  evidence.noteBounded({
    ...whoOf(call),
    action: 'access.refused',
    detail: {
      operation: call.operationId,
      code: call.failure,
      ...(prefix === undefined ? {} : { key_prefix: prefix }),
    },
  })
}

function whoOf(call: ObservedCall) {
  const ip = call.ip()
  const actor: AuditActor = call.caller?.actor ?? { kind: 'anonymous', id: '' }
  return {
    actor: { kind: actor.kind, id: actor.id },
    requestId: call.requestId,
    ...(ip === undefined ? {} : { ip }),
    ...(call.caller === undefined ? {} : { projectId: call.caller.projectId, companyId: call.caller.companyId }),
  }
}
