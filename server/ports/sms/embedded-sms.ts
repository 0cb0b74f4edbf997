import { isFrenchMobile } from '../../../schemas/rules/french-mobile.ts'
import { DeliveryError } from '../delivery.ts'
import type { SmsPort } from './sms.ts'

/** The demonstration: no provider for anybody, SMS stay in the outbox, for the same numbers as a real provider would accept. */
export const embeddedSms = (): SmsPort => ({
  providerOf: () => 'outbox',
  sends: () => true,
  send: async ({ to }) => {
    if (!isFrenchMobile(to)) throw new DeliveryError('failed', "Ce numéro n'est pas un mobile français.")
    return { status: 'recorded' }
  },
})
