import { useSignal } from '@preact/signals'
import { type FieldDeclaration as Field, typicalData } from '../../../../email/data/index.ts'
import { SegmentedControl } from '../../../../ui/controls/index.ts'
import type { FieldDeclaration, StructuredTemplate, Template } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { useLatest } from '../../../latest.ts'
import { CopyText, LabelledText, Loaded, Table } from '../../../parts/index.ts'
import type { Json } from '../../../programs/literals.ts'
import { words } from '../words.ts'
import { callSamples } from './call-samples.ts'

/** The variables of a template, a payload with their samples, and the call that renders it in each language. */
export function DevelopersTab({ template }: { template: Template }) {
  const { api, start } = useConsole()
  const latest = useLatest(
    (signal) => api.value.get<StructuredTemplate>(`/templates/${template.id}/structured`, { signal }),
    [template.id, template.revision],
  )
  return (
    <Loaded from={latest}>
      {({ document: { fields } }) => {
        // The console knows every type of the service that it comes with, and its samples come from JSON.
        const data = typicalData(fields as readonly Field[]) as { [name: string]: Json }
        return (
          <div class="stack">
            <section class="panel">
              <LabelledText label={words.t('id')} text={template.id} />
              {template.external_id === null ? null : (
                <LabelledText label={words.t('externalId')} text={`ext:${template.external_id}`} />
              )}
            </section>
            <h2>{words.t('variables')}</h2>
            {fields.length === 0 ? <p class="soft">{words.t('noVariables')}</p> : <Variables fields={fields} />}
            <section class="panel">
              <h2>{words.t('payload')}</h2>
              <CopyText label={words.t('payload')} text={JSON.stringify(data, null, 2)} />
            </section>
            <Calls samples={callSamples({ baseUrl: start.baseUrl, templateId: template.id, data })} />
          </div>
        )
      }}
    </Loaded>
  )
}

function Variables({ fields }: { fields: readonly FieldDeclaration[] }) {
  return (
    <Table
      label={words.t('variables')}
      columns={[words.t('path'), words.t('type'), words.t('label'), words.t('sample')]}
    >
      {fields.map(({ label = '', path, required, sample, type }) => (
        <tr key={path}>
          <th scope="row">
            <code>{path}</code>
          </th>
          <td>
            {type}
            {required === true ? `, ${words.t('required')}` : ''}
          </td>
          <td dir="auto">{label}</td>
          <td class="details-sample" dir="auto">
            {sample === undefined ? '' : typeof sample === 'string' ? sample : JSON.stringify(sample)}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Calls({ samples }: { samples: ReturnType<typeof callSamples> }) {
  const chosen = useSignal('curl')
  const sample = samples.find(({ title }) => title === chosen.value)
  return (
    <section class="panel">
      <h2>{words.t('call')}</h2>
      <p class="soft">
        {words.t('callText')} <a href="/developers/keys">{words.t('keys')}</a>
      </p>
      <div class="details-languages">
        <SegmentedControl
          label={words.t('call')}
          value={chosen.value}
          segments={samples.map(({ title }) => ({ value: title, label: title }))}
          onChange={(value) => (chosen.value = value)}
        />
      </div>
      {sample === undefined ? null : <CopyText label={sample.title} text={sample.code} />}
    </section>
  )
}
