import type { FastifyInstance } from 'fastify'
import { adminAuditRoutes } from './audit.ts'
import { adminCompanyRoutes } from './companies.ts'
import { companyDataRoutes } from './company-data.ts'
import { companyPictureRoutes } from './company-pictures.ts'
import { adminDeviceRoutes } from './devices.ts'
import { installationMailRoutes } from './installation-mail.ts'
import { adminPersonnelRoutes } from './personnels.ts'
import { adminPrivacyRoutes } from './privacy.ts'
import { adminRetentionRoutes } from './retention.ts'
import { adminRoleRoutes } from './roles.ts'
import { staffFactorRoutes } from './second-factor.ts'
import { adminUserRoutes } from './users.ts'

/** Companies, accounts and the audit trail, for administrators. */
export async function adminRoutes(app: FastifyInstance): Promise<void> {
  await app.register(adminCompanyRoutes)
  await app.register(companyPictureRoutes)
  await app.register(companyDataRoutes)
  await app.register(adminUserRoutes)
  await app.register(adminRoleRoutes)
  await app.register(adminPersonnelRoutes)
  await app.register(staffFactorRoutes)
  await app.register(installationMailRoutes)
  await app.register(adminDeviceRoutes)
  await app.register(adminAuditRoutes)
  await app.register(adminRetentionRoutes)
  await app.register(adminPrivacyRoutes)
}
