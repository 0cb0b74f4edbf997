import type { FastifyInstance } from 'fastify'
import { fichierRoutes } from '../files/routes/fichiers.ts'
import { adresseRoutes } from './adresse/adresse.ts'
import { clientRoutes } from './clients/clients.ts'
import { confirmNumberRoutes } from './clients/confirm-number.ts'
import { conflitRoutes } from './conflits/conflits.ts'
import { datacacheRoutes } from './datacache/datacache.ts'
import { devisRoutes } from './devis/devis.ts'
import { interventionRoutes } from './interventions/interventions.ts'
import { naturesRdvRoutes } from './natures-rdv/natures-rdv.ts'
import { personnelRoutes } from './personnels/personnels.ts'
import { projetRoutes } from './projets/projets.ts'
import { rdvRoutes } from './rdvs/rdvs.ts'
import { reportRoutes } from './report/report.ts'
import { reportSubmissionRoutes } from './report-submission/report-submission.ts'
import { syncBootstrapRoutes } from './sync/bootstrap.ts'

/** The company's records (API-02) and their first synchronisation. */
export async function entityRoutes(app: FastifyInstance): Promise<void> {
  await app.register(adresseRoutes)
  await app.register(clientRoutes)
  await app.register(confirmNumberRoutes)
  await app.register(personnelRoutes)
  await app.register(projetRoutes)
  await app.register(devisRoutes)
  await app.register(interventionRoutes)
  await app.register(rdvRoutes)
  await app.register(reportRoutes)
  await app.register(reportSubmissionRoutes)
  await app.register(naturesRdvRoutes)
  await app.register(fichierRoutes)
  await app.register(conflitRoutes)
  await app.register(datacacheRoutes)
  await app.register(syncBootstrapRoutes)
}
