import type { FastifyInstance } from 'fastify'
import { carteRoutes } from './cartes/cartes.ts'
import { demoOutboxRoutes } from './demo-outbox/demo-outbox.ts'
import { geocodageRoutes } from './geocodage/geocodage.ts'
import { lolaRoutes } from './lola/lola.ts'
import { messageRoutes } from './messages/messages.ts'
import { pushSendRoutes } from './push/push.ts'
import { pushSubscriptionRoutes } from './push/subscriptions.ts'
import { sendSmsRoutes } from './sms/send-sms.ts'
import { smsParametersRoutes } from './sms/sms-parameters.ts'

/** Traffic with the outside: texts, notifications, the geocoder, maps, the legacy system, and the outbox of messages. */
export const outsideRoutes =
  ({ demo, mapPacksDir }: { demo: boolean; mapPacksDir: string | null }) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(smsParametersRoutes)
    await app.register(sendSmsRoutes)
    await app.register(pushSubscriptionRoutes)
    await app.register(pushSendRoutes)
    await app.register(geocodageRoutes)
    await app.register(carteRoutes({ mapPacksDir }))
    await app.register(lolaRoutes)
    await app.register(messageRoutes)
    if (demo) await app.register(demoOutboxRoutes)
  }
