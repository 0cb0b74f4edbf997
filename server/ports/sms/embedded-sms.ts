import { isFrenchMobile } from '../../../schemas/rules/french-mobile.ts'
import { DeliveryError } from '../delivery.ts'
import type { SmsPort } from './sms.ts'

/** No provider: the outbox is where texts end, for the same numbers as a real one would take. */
export const embeddedSms = (): SmsPort => ({
  provider: 'outbox',
  send: async ({ to }) => {
    if (!isFrenchMobile(to)) throw new DeliveryError('failed', "Ce numéro n'est pas un mobile français.")
    return { status: 'recorded' }
  },
})
