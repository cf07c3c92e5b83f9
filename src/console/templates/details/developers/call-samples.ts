import { type Notation, literal, php, python, ruby } from './literals.ts'

interface CallSubject {
  /** Base URL without a trailing slash. */
  baseUrl: string
  templateId: string
  data: unknown
}

export interface CallSample {
  title: string
  code: string
}

/** Programs that generate one email, for curl and each client library. */
export function callSamples({ baseUrl, templateId, data }: CallSubject): CallSample[] {
  const body = JSON.stringify({ template_id: templateId, data }, null, 2)
  const print = (notation: Notation) => literal(data, notation)
  return [
    {
      title: 'curl',
      code: `curl ${baseUrl}/v1/templates/generate \\
  -H 'Svc-Api-Auth: svc_…' -H 'Content-Type: application/json' \\
  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
    },
    {
      title: 'TypeScript',
      code: `import { Svc } from 'svc-client'

const svc = new Svc({ baseUrl: '${baseUrl}', apiKey: 'svc_…' })
const { html, subject, text } = await svc.templates.generate(${body})`,
    },
    {
      title: 'Python',
      code: `from svc_client import Svc

svc = Svc(base_url="${baseUrl}", api_key="svc_…")
generated = svc.templates.generate(template_id="${templateId}", data=${print(python)})`,
    },
    {
      title: 'Go',
      code: `client, err := svc.New(svc.Options{BaseURL: "${baseUrl}", APIKey: "svc_…"})
if err != nil {
	log.Fatal(err)
}
var data map[string]any
if err := json.Unmarshal([]byte(${goText(JSON.stringify(data, null, 2))}), &data); err != nil {
	log.Fatal(err)
}
generated, err := client.Templates.Generate(ctx, svc.TemplatesGenerateParams{
	TemplateID: svc.Ptr("${templateId}"), Data: data,
})`,
    },
    {
      title: 'PHP',
      code: `use Svc\\Client\\ClientOptions;
use Svc\\Client\\Svc;

$svc = new Svc(new ClientOptions(baseUrl: '${baseUrl}', apiKey: 'svc_…'));
$generated = $svc->templates->generate(template_id: '${templateId}', data: ${print(php)});`,
    },
    {
      title: 'Ruby',
      code: `svc = Svc::Client.new(base_url: "${baseUrl}", api_key: "svc_…")
generated = svc.templates.generate(template_id: "${templateId}", data: ${print(ruby)})`,
    },
  ]
}

/** A raw string where the text allows one. */
function goText(text: string): string {
  return text.includes('`') ? JSON.stringify(text) : `\`${text}\``
}
