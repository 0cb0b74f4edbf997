import { messages } from '../../../schemas/messages.ts'
import type { FormValues } from '../../forms/payload.ts'

const AFTER_SALES = '1'

/** After-sales: « Affectation » lists sales alone. */
export const isAfterSales = ({ TYPE_PROJET }: FormValues): boolean => String(TYPE_PROJET) === AFTER_SALES

/** Messages of a project's form: an after-sales project without anybody stands in no list until it has an appointment or a quote. */
export const needsResponsible = (values: FormValues): Record<string, string> =>
  isAfterSales(values) && !values.IDRESPONSABLEPROJET ? { IDRESPONSABLEPROJET: messages.required } : {}
