import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import { notFound } from '../schemas/errors.ts'
import { HEADER, SERVER_MARK } from '../schemas/protocol.ts'
import { VERSIONS } from '../schemas/versions.ts'
import { impersonationTrailPlugin } from './audit/impersonation-trail.ts'
import { driveRoutes } from './files/routes/drive.ts'
import { fichierRoutes } from './files/routes/fichiers.ts'
import { fileRoutes } from './files/routes/files.ts'
import { uploadRoutes } from './files/routes/upload.ts'
import { createLog } from './log.ts'
import { createDoor } from './monitoring/door.ts'
import { createInstallationFigures } from './monitoring/installation-figures.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { countRequest, requestMetricsPlugin } from './monitoring/request-metrics.ts'
import { answersPlugin } from './plugins/answers.ts'
import { canonicalPathPlugin } from './plugins/canonical-path.ts'
import { declaredAnswersPlugin } from './plugins/declared-answers.ts'
import { declaredRoutesPlugin } from './plugins/declared-routes.ts'
import { errorsPlugin, toAppError } from './plugins/errors.ts'
import { hintsPlugin } from './plugins/hints.ts'
import { jsonBodyPlugin } from './plugins/json-body.ts'
import { lanesPlugin } from './plugins/lanes.ts'
import { docsRoutes, openapiPlugin } from './plugins/openapi/openapi.ts'
import { logRequest, OneLineARequest, requestLogPlugin } from './plugins/request-log.ts'
import { securityPlugin } from './plugins/security.ts'
import { reauthGatePlugin } from './plugins/session/reauth-gate.ts'
import { roleGatePlugin } from './plugins/session/role-gate.ts'
import { sessionPlugin } from './plugins/session/session.ts'
import { createCompanies } from './plugins/tenant/companies.ts'
import { tenantPlugin } from './plugins/tenant/tenant.ts'
import { parseQuery, validationPlugin } from './plugins/validation.ts'
import { upgradePlugin, versionsPlugin } from './plugins/versions.ts'
import { canauxOf } from './ports/canaux.ts'
import { absenceRoutes } from './routes/absences/absences.ts'
import { ownNoticeRoutes } from './routes/account/notices.ts'
import { ownPasswordRoutes } from './routes/account/password.ts'
import { ownProfileRoutes } from './routes/account/profile.ts'
import { ownSessionRoutes } from './routes/account/sessions.ts'
import { adminAuditRoutes } from './routes/admin/audit.ts'
import { backupRoutes } from './routes/admin/backups.ts'
import { adminCompanyRoutes } from './routes/admin/companies.ts'
import { companyDataRoutes } from './routes/admin/company-data.ts'
import { companyPictureRoutes } from './routes/admin/company-pictures.ts'
import { adminArticleRoutes, adminReferenceRoutes, adminReportRoutes } from './routes/admin/company-records.ts'
import { adminDeviceRoutes } from './routes/admin/devices.ts'
import { installationMailRoutes } from './routes/admin/installation-mail.ts'
import { paymentAccountRoutes } from './routes/admin/payment-account.ts'
import { adminPersonnelRoutes } from './routes/admin/personnels.ts'
import { adminPrivacyRoutes } from './routes/admin/privacy.ts'
import { adminRetentionRoutes } from './routes/admin/retention.ts'
import { adminRoleRoutes } from './routes/admin/roles.ts'
import { staffFactorRoutes } from './routes/admin/second-factor.ts'
import { adminUserRoutes } from './routes/admin/users.ts'
import { adresseRoutes } from './routes/adresse/adresse.ts'
import { arroundRoutes } from './routes/arround/arround.ts'
import { articleRoutes } from './routes/articles/articles.ts'
import { articlePhotoRoutes } from './routes/articles/photos.ts'
import { articleTableRoute } from './routes/articles/table.ts'
import { assetRoutes } from './routes/assets/assets.ts'
import { factorRoutes } from './routes/auth/factors.ts'
import { loginRoutes } from './routes/auth/login.ts'
import { logoutRoutes } from './routes/auth/logout.ts'
import { lolaTokenRoutes } from './routes/auth/lola.ts'
import { reauthRoutes } from './routes/auth/reauth.ts'
import { secondFactorRoutes } from './routes/auth/second-factor.ts'
import { carteRoutes } from './routes/cartes/cartes.ts'
import { clientRoutes } from './routes/clients/clients.ts'
import { confirmNumberRoutes } from './routes/clients/confirm-number.ts'
import { contactBlockRoutes } from './routes/clients/contact-block.ts'
import { clientMergeRoutes } from './routes/clients/merge.ts'
import { companyRoutes } from './routes/company/company.ts'
import { companyExportRoutes } from './routes/company/export.ts'
import { conflitRoutes } from './routes/conflits/conflits.ts'
import { datacacheRoutes } from './routes/datacache/datacache.ts'
import { demandeRoutes } from './routes/demandes/demandes.ts'
import { demoOutboxRoutes } from './routes/demo-outbox/demo-outbox.ts'
import { cancelOrderRoutes } from './routes/devis/cancel.ts'
import { devisRoutes } from './routes/devis/devis.ts'
import { devisEvidenceRoutes } from './routes/devis/evidence.ts'
import { quotePdfRoutes } from './routes/devis/pdf.ts'
import { devisConsultationRoutes } from './routes/devis-consultation/devis-consultation.ts'
import { entrepriseRoutes } from './routes/entreprise/entreprise.ts'
import { entrepriseMailRoutes } from './routes/entreprise/mail.ts'
import { entreprisePersonnelRoutes } from './routes/entreprise/personnels.ts'
import { equipeRoutes } from './routes/equipe/equipe.ts'
import { occupationRoutes } from './routes/equipe/occupation.ts'
import { filtreRoutes } from './routes/filtres/filtres.ts'
import { fintectureRoutes } from './routes/fintecture/fintecture.ts'
import { fintectureWebhookRoutes } from './routes/fintecture/webhook.ts'
import { geocodageRoutes } from './routes/geocodage/geocodage.ts'
import { healthRoutes } from './routes/health/health.ts'
import { icsRootRoutes, icsRoutes } from './routes/ics/ics.ts'
import { impersonationRoutes } from './routes/impersonation/impersonation.ts'
import { importRoutes } from './routes/imports/imports.ts'
import { interventionRoutes } from './routes/interventions/interventions.ts'
import { pvRoutes } from './routes/interventions/pv.ts'
import { labelRoutes } from './routes/labels/labels.ts'
import { leadRoutes } from './routes/leads/leads.ts'
import { lolaRoutes } from './routes/lola/lola.ts'
import { mailTemplateRoutes } from './routes/mail-templates/mail-templates.ts'
import { messageRoutes } from './routes/messages/messages.ts'
import { monitoringRoutes } from './routes/monitoring/monitoring.ts'
import { naturesRdvRoutes } from './routes/natures-rdv/natures-rdv.ts'
import { notificationRoutes } from './routes/notifications/notifications.ts'
import { objectifRoutes } from './routes/objectifs/objectifs.ts'
import { paiementRoutes } from './routes/paiements/paiements.ts'
import { passwordRoutes } from './routes/password/password.ts'
import { handoverRoutes } from './routes/personnels/handover.ts'
import { personnelRoutes } from './routes/personnels/personnels.ts'
import { privacyRoutes } from './routes/privacy/privacy.ts'
import { projetRoutes } from './routes/projets/projets.ts'
import { pushSendRoutes } from './routes/push/push.ts'
import { pushSubscriptionRoutes } from './routes/push/subscriptions.ts'
import { rankingRoutes } from './routes/ranking/ranking.ts'
import { rdvRoutes } from './routes/rdvs/rdvs.ts'
import { reportRoutes } from './routes/report/report.ts'
import { reportSubmissionRoutes } from './routes/report-submission/report-submission.ts'
import { securityTxtRoutes } from './routes/security-txt/security-txt.ts'
import { sentRoutes } from './routes/sent/sent.ts'
import { shortenerRoutes } from './routes/shortener/shortener.ts'
import { smsOtpRoutes } from './routes/sms/otp.ts'
import { sendSmsRoutes } from './routes/sms/send-sms.ts'
import { smsParametersRoutes } from './routes/sms/sms-parameters.ts'
import { smtpRoutes } from './routes/smtp/smtp.ts'
import { startRoutes } from './routes/start/start.ts'
import { syncBootstrapRoutes } from './routes/sync/bootstrap.ts'
import { syncDeviceRoutes } from './routes/sync/devices.ts'
import { syncEpochsRoutes } from './routes/sync/epochs.ts'
import { syncKnownRoutes } from './routes/sync/known.ts'
import { syncSealKeyRoutes } from './routes/sync/seal-key.ts'
import { syncStreamRoutes } from './routes/sync/stream.ts'
import { tinkerRoutes } from './routes/tinker/tinker.ts'
import { webRoutes } from './routes/web/web.ts'
import { type AppConfig, addServices, type Deps } from './services.ts'
import { spaceContactRoutes } from './space/routes/contact.ts'
import { spaceQuoteRoutes } from './space/routes/devis.ts'
import { spaceLoginRoutes } from './space/routes/login.ts'
import { spaceMailRoutes } from './space/routes/mail.ts'
import { spacePhotoRoutes } from './space/routes/photos.ts'
import { publicLinkRoutes } from './space/routes/public-link.ts'
import { rdvLinkRoutes } from './space/routes/rdv-link.ts'
import { spaceReadRoutes } from './space/routes/reads.ts'

const BODY_LIMIT = 1024 * 1024

/** The server without its socket: `listen` it, or `inject` into it. The caller closes the database after it. */
export async function buildApp(config: AppConfig, deps: Deps): Promise<FastifyInstance> {
  const { db, backups, log } = deps
  const metrics = createMetrics()
  const loggerInstance: FastifyBaseLogger = log ?? createLog({ level: config.logLevel, to: config.logTo })
  const app = Fastify({
    loggerInstance,
    logController: new OneLineARequest(),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    // A HEAD would run the GET handlers, some of which act (api.md).
    exposeHeadRoutes: false,
    requestTimeout: 60_000,
    // A plugin that hangs stops the start; one that a busy machine runs slowly does not (10 s by default).
    pluginTimeout: 120_000,
    trustProxy: config.trustProxy.length > 0 && config.trustProxy,
    // A broken address or too long a parameter matches no route, hence no error handler: it gets the same body.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const told = toAppError(error)
      request.answered = told.code
      reply.raw.once('finish', () => {
        logRequest(request, reply)
        countRequest(metrics, request, reply)
      })
      reply
        .status(told.status)
        .header('cache-control', 'no-store')
        .header(HEADER.server, SERVER_MARK)
        .header(HEADER.request, request.id)
        .send(told.toBody())
    },
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
  })
  const { sessions, hints, epochs } = await addServices(app, config, deps)

  await app.register(requestLogPlugin)
  await app.register(requestMetricsPlugin, { metrics })
  await app.register(errorsPlugin)
  await app.register(lanesPlugin)
  await app.register(canonicalPathPlugin)
  await app.register(answersPlugin)
  await app.register(securityPlugin, {
    https: config.publicUrl.startsWith('https://'),
    rateLimit: config.rateLimit,
    attempts: app.attempts,
    isShared: db.engine === 'postgresql',
    apiBase: config.apiBase,
    mapStyle: config.mapStyle,
  })
  await app.register(jsonBodyPlugin)
  await app.register(validationPlugin)
  await app.register(openapiPlugin, { demo: config.demo })
  await app.register(declaredRoutesPlugin)
  if (config.checkAnswers) await app.register(declaredAnswersPlugin)
  await app.register(versionsPlugin, { versions: config.versions ?? VERSIONS })
  await app.register(monitoringRoutes, {
    mayAsk: createDoor({ metricsToken: null, monitoringFrom: [], ...config }),
    readiness: app.readiness,
    metrics,
    installation: createInstallationFigures(db, (error) => app.log.warn(error)),
  })
  await app.register(sessionPlugin, { sessions })
  const companies = createCompanies(db, (services) => canauxOf(app.ports, services))
  epochs.onBegun(companies.forget)
  await app.register(tenantPlugin, { companies })
  await app.register(roleGatePlugin)
  await app.register(reauthGatePlugin, { minutes: config.reauthMinutes ?? 15 })
  await app.register(upgradePlugin)
  await app.register(impersonationTrailPlugin)
  await app.register(hintsPlugin, { hints })

  await app.register(
    async (api) => {
      await api.register(healthRoutes)
      await api.register(startRoutes(config))

      // Logins and the caller's own account.
      await api.register(loginRoutes)
      await api.register(lolaTokenRoutes)
      await api.register(secondFactorRoutes)
      await api.register(reauthRoutes)
      await api.register(factorRoutes)
      await api.register(logoutRoutes)
      await api.register(passwordRoutes(config))
      await api.register(ownSessionRoutes)
      await api.register(ownPasswordRoutes(config))
      await api.register(ownProfileRoutes)
      await api.register(ownNoticeRoutes)
      await api.register(impersonationRoutes)

      // Companies, accounts and the audit trail, for administrators.
      await api.register(companyRoutes)
      await api.register(entrepriseRoutes)
      await api.register(entrepriseMailRoutes)
      await api.register(entreprisePersonnelRoutes)
      await api.register(companyExportRoutes)
      await api.register(adminCompanyRoutes)
      await api.register(companyPictureRoutes)
      await api.register(companyDataRoutes)
      await api.register(adminReferenceRoutes)
      await api.register(adminReportRoutes)
      await api.register(adminArticleRoutes)
      await api.register(adminUserRoutes)
      await api.register(adminRoleRoutes)
      await api.register(adminPersonnelRoutes)
      await api.register(staffFactorRoutes)
      await api.register(installationMailRoutes)
      await api.register(adminDeviceRoutes)
      await api.register(adminAuditRoutes)
      await api.register(adminRetentionRoutes)
      await api.register(adminPrivacyRoutes)
      await api.register(tinkerRoutes(config))

      // The company's records (API-02) and their first synchronisation.
      await api.register(adresseRoutes)
      await api.register(clientRoutes)
      await api.register(confirmNumberRoutes)
      await api.register(contactBlockRoutes)
      await api.register(personnelRoutes)
      await api.register(handoverRoutes)
      await api.register(clientMergeRoutes)
      await api.register(projetRoutes)
      await api.register(devisRoutes)
      await api.register(interventionRoutes)
      await api.register(rdvRoutes)
      await api.register(articleRoutes)
      await api.register(articlePhotoRoutes)
      await api.register(articleTableRoute)
      await api.register(reportRoutes)
      await api.register(demandeRoutes)
      await api.register(paiementRoutes)
      await api.register(sentRoutes)
      await api.register(reportSubmissionRoutes)
      await api.register(naturesRdvRoutes)
      await api.register(fichierRoutes)
      await api.register(conflitRoutes)
      await api.register(notificationRoutes)
      await api.register(filtreRoutes)
      await api.register(objectifRoutes)
      await api.register(absenceRoutes)
      await api.register(datacacheRoutes)
      await api.register(importRoutes)
      await api.register(syncBootstrapRoutes)

      // Files and documents.
      await api.register(uploadRoutes)
      await api.register(driveRoutes)
      await api.register(fileRoutes)
      await api.register(quotePdfRoutes)
      await api.register(pvRoutes)

      // The customer's side of the contract (API-10).
      await api.register(spaceLoginRoutes)
      await api.register(spaceReadRoutes)
      await api.register(spaceQuoteRoutes)
      await api.register(publicLinkRoutes)
      await api.register(rdvLinkRoutes)
      await api.register(smsOtpRoutes)
      await api.register(devisEvidenceRoutes)
      await api.register(cancelOrderRoutes)
      await api.register(devisConsultationRoutes)
      await api.register(spaceMailRoutes)
      await api.register(spacePhotoRoutes)
      await api.register(spaceContactRoutes)
      await api.register(privacyRoutes)

      // Traffic with the outside: texts, notifications, the geocoder, maps, the legacy system, and the outbox of messages.
      await api.register(smsParametersRoutes)
      await api.register(sendSmsRoutes)
      await api.register(pushSubscriptionRoutes)
      await api.register(pushSendRoutes)
      await api.register(geocodageRoutes)
      await api.register(carteRoutes(config))
      await api.register(lolaRoutes)
      await api.register(messageRoutes)
      if (config.demo) await api.register(demoOutboxRoutes)
      await api.register(syncStreamRoutes(config))

      // Content that people write besides the records, and what is computed from the records.
      await api.register(shortenerRoutes)
      await api.register(labelRoutes)
      await api.register(assetRoutes)
      await api.register(mailTemplateRoutes)
      await api.register(smtpRoutes)
      await api.register(rankingRoutes)
      await api.register(arroundRoutes)
      await api.register(equipeRoutes)
      await api.register(occupationRoutes)
      await api.register(icsRoutes)
      await api.register(leadRoutes)

      await api.register(docsRoutes)
      await api.register(syncEpochsRoutes)
      await api.register(syncKnownRoutes)
      await api.register(syncDeviceRoutes)
      await api.register(syncSealKeyRoutes)
      await api.register(backupRoutes(backups))
      await api.register(paymentAccountRoutes)
      await api.register(fintectureRoutes)
      await api.register(fintectureWebhookRoutes)
    },
    { prefix: '/api' },
  )
  await app.register(icsRootRoutes)
  await app.register(securityTxtRoutes(config))
  await app.register(
    webRoutes({ folder: config.webDir, apiBase: config.apiBase, mapStyle: config.mapStyle, demo: config.demo }),
  )
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  return app
}
