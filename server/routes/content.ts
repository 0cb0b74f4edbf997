import type { FastifyInstance } from 'fastify'
import { assetRoutes } from './assets/assets.ts'
import { labelRoutes } from './labels/labels.ts'
import { mailTemplateRoutes } from './mail-templates/mail-templates.ts'
import { shortenerRoutes } from './shortener/shortener.ts'
import { smtpRoutes } from './smtp/smtp.ts'

/** What people write around the records. */
export async function contentRoutes(app: FastifyInstance): Promise<void> {
  await app.register(shortenerRoutes)
  await app.register(labelRoutes)
  await app.register(assetRoutes)
  await app.register(mailTemplateRoutes)
  await app.register(smtpRoutes)
}
