import type { FastifyInstance } from 'fastify'
import { devisEvidenceRoutes } from '../../routes/devis/evidence.ts'
import { devisConsultationRoutes } from '../../routes/devis-consultation/devis-consultation.ts'
import { smsOtpRoutes } from '../../routes/sms/otp.ts'
import { spaceContactRoutes } from './contact.ts'
import { spaceLoginRoutes } from './login.ts'
import { spaceMailRoutes } from './mail.ts'
import { spacePhotoRoutes } from './photos.ts'
import { publicLinkRoutes } from './public-link.ts'
import { spaceQuoteRoutes } from './quotes.ts'
import { spaceReadRoutes } from './reads.ts'

/** The customer's side of the contract (API-10). */
export async function spaceRoutes(app: FastifyInstance): Promise<void> {
  await app.register(spaceLoginRoutes)
  await app.register(spaceReadRoutes)
  await app.register(spaceQuoteRoutes)
  await app.register(publicLinkRoutes)
  await app.register(smsOtpRoutes)
  await app.register(devisEvidenceRoutes)
  await app.register(devisConsultationRoutes)
  await app.register(spaceMailRoutes)
  await app.register(spacePhotoRoutes)
  await app.register(spaceContactRoutes)
}
