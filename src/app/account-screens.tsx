import { AdminAccount } from '../features/compte/admin-account.tsx'
import { StaffAccount } from '../features/compte/staff-account.tsx'

/** « Mon compte » of both areas: only src/app may give a screen of one feature to the routes of another (src/features/admin). */
export const ManagerAccountScreen = () => <StaffAccount />
export const AdminAccountScreen = () => <AdminAccount />
