import { AdminAccount } from '../features/compte/admin-account.tsx'
import { StaffAccount } from '../features/compte/staff-account.tsx'

/**
 * « Mon compte » of both areas. Only src/app puts features together, so this is the place where panels of another feature join those of
 * src/features/compte: `security={<… />}`, under the password.
 */
export const ManagerAccountScreen = () => <StaffAccount />
export const AdminAccountScreen = () => <AdminAccount />
