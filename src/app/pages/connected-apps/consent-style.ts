import { styleWith } from '../layout.ts'
import consentCss from './consent.css' with { type: 'text' }

export const consentStyle = styleWith(consentCss)
