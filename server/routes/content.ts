import type { FastifyInstance } from 'fastify'
import { arroundRoutes } from './arround/arround.ts'
import { assetRoutes } from './assets/assets.ts'
import { equipeRoutes } from './equipe/equipe.ts'
import { icsRoutes } from './ics/ics.ts'
import { labelRoutes } from './labels/labels.ts'
import { leadRoutes } from './leads/leads.ts'
import { mailTemplateRoutes } from './mail-templates/mail-templates.ts'
import { rankingRoutes } from './ranking/ranking.ts'
import { shortenerRoutes } from './shortener/shortener.ts'
import { smtpRoutes } from './smtp/smtp.ts'

/** Content that people write besides the records, and what is computed from the records. */
export async function contentRoutes(app: FastifyInstance): Promise<void> {
  await app.register(shortenerRoutes)
  await app.register(labelRoutes)
  await app.register(assetRoutes)
  await app.register(mailTemplateRoutes)
  await app.register(smtpRoutes)
  await app.register(rankingRoutes)
  await app.register(arroundRoutes)
  await app.register(equipeRoutes)
  await app.register(icsRoutes)
  await app.register(leadRoutes)
}
