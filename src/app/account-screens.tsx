import { AdminAccount } from '../features/compte/admin-account.tsx'
import { StaffAccount } from '../features/compte/staff-account.tsx'

/** « Mon compte » of both areas: one feature has both. */
export const ManagerAccountScreen = () => <StaffAccount />
export const AdminAccountScreen = () => <AdminAccount />
