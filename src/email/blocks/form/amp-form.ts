import { type AmpContext, addLayer } from '../../render/index.ts'
import { plainButton } from '../button-markup.ts'
import type { FormInput } from './form-input.ts'
import { styled } from '../paint.ts'

interface Form {
  action: string
  inputs: readonly FormInput[]
  submitLabel: string
  consent?: string
  successText?: string
  errorText?: string
}

/**
 * A form that AMP submits by XHR; undefined, with a warning, without an https URL. Hidden inputs are included only
 * with a consent text.
 */
export function renderForm(form: Form, context: AmpContext): string | undefined {
  const action = context.secureUrl(form.action, 'answers of forms')
  if (action === undefined) {
    context.warn('AMP_FORM_INCOMPLETE', 'The form has no https URL to submit to: AMP shows its fallback.')
    return undefined
  }
  const consent = form.consent === undefined ? '' : context.text(form.consent)
  const shown = form.inputs.filter(({ type }) => type !== 'hidden')
  const hidden = form.inputs.filter(({ type }) => type === 'hidden')
  if (hidden.length > 0 && consent === '') {
    context.warn('AMP_FORM_INCOMPLETE', 'Hidden inputs are sent only with a consent text; they were left out.')
  }
  const small = context.paint({ of: addLayer(context.style, { size: 13 }), text: true, style: 'margin:0 0 16px' })
  const parts = [
    ...shown.map((input) => renderInput(input, context)),
    ...(consent === ''
      ? []
      : [...hidden.map((input) => renderHidden(input, context)), `<div${small}>${consent}</div>`]),
    renderSubmit(form.submitLabel, context),
    renderState('submit-success', form.successText, context),
    renderState('submit-error', form.errorText, context),
  ]
  return `<form method="post" action-xhr="${action}"${context.paint({ text: true })}>${parts.join('')}</form>`
}

function renderInput(input: FormInput, context: AmpContext): string {
  const { label = '', name, type, value = '' } = input
  const words = context.text(label)
  const required = input.required === true ? ' required' : ''
  const box = styled(context, 'display:block;margin:0 0 16px')
  if (type === 'checkbox') {
    const given = value === '' ? '' : ` value="${context.attribute(value)}"`
    return `<label${box}><input type="checkbox" name="${name}"${given}${required}> ${words}</label>`
  }
  if (type === 'radio') return renderChoices(input, words, context)
  const control = renderControl(input, required, context)
  return `<label${box}>${words}${control}</label>`
}

const field =
  'display:block;width:100%;box-sizing:border-box;margin:4px 0 0;padding:10px 12px;border:1px solid #8c959f;border-radius:6px;background-color:#ffffff;color:#1f2328;font-family:inherit;font-size:16px'

function renderControl(input: FormInput, required: string, context: AmpContext): string {
  const { name, placeholder = '', type, value = '' } = input
  const look = styled(context, field)
  const hint = placeholder === '' ? '' : ` placeholder="${context.attribute(placeholder)}"`
  if (type === 'textarea') {
    return `<textarea name="${name}" rows="4"${hint}${required}${look}>${context.text(value)}</textarea>`
  }
  if (type === 'select') {
    const options = (input.options ?? []).map((one) => {
      const sent = one.value ?? one.label
      const chosen = value !== '' && sent === value ? ' selected' : ''
      return `<option value="${context.attribute(sent)}"${chosen}>${context.text(one.label)}</option>`
    })
    return `<select name="${name}"${required}${look}>${options.join('')}</select>`
  }
  const given = value === '' ? '' : ` value="${context.attribute(value)}"`
  return `<input type="${type}" name="${name}"${given}${hint}${required}${look}>`
}

function renderChoices(input: FormInput, legend: string, context: AmpContext): string {
  const frame = styled(context, 'margin:0 0 16px;padding:0;border:0')
  const line = styled(context, 'display:block;margin:4px 0')
  const required = input.required === true ? ' required' : ''
  const choices = (input.options ?? []).map((one) => {
    const sent = one.value ?? one.label
    const chosen = input.value !== undefined && sent === input.value ? ' checked' : ''
    return `<label${line}><input type="radio" name="${input.name}" value="${context.attribute(sent)}"${chosen}${required}> ${context.text(one.label)}</label>`
  })
  return `<fieldset${frame}>${legend === '' ? '' : `<legend${styled(context, 'padding:0')}>${legend}</legend>`}${choices.join('')}</fieldset>`
}

function renderHidden({ name, value = '' }: FormInput, context: AmpContext): string {
  return `<input type="hidden" name="${name}" value="${context.attribute(value)}">`
}

function renderSubmit(label: string, context: AmpContext): string {
  const of = addLayer(plainButton, context.theme.button)
  const { font } = context.style
  const look = context.paint({
    of: font === undefined || of.font !== undefined ? of : addLayer(of, { font }),
    mobileOf: {},
    text: true,
    box: true,
    padding: 'innerPadding',
    style: of.border === undefined ? 'border:0;cursor:pointer' : 'cursor:pointer',
  })
  return `<button type="submit"${look}>${context.text(label)}</button>`
}

function renderState(state: 'submit-success' | 'submit-error', text: string | undefined, context: AmpContext): string {
  const words = text === undefined ? '' : context.text(text)
  if (words === '') return ''
  const look = styled(context, 'margin:12px 0 0')
  return `<div ${state}${look}>${words}</div>`
}
