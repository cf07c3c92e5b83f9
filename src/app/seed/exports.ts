import type { Operations } from './operations.ts'
import type { SeededTemplates } from './templates/index.ts'

export async function seedExports({ post }: Operations, { cart, newsletter, welcome }: SeededTemplates): Promise<void> {
  await post('/export', { format: 'esp', target: 'mailchimp', template_id: newsletter })
  await post('/export', { format: 'zip', template_id: cart })
  await post('/export', { format: 'pdf', template_id: welcome })
}
