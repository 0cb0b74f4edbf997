import { isAdminHost } from '../../data/api/host.ts'
import { paths } from '../../ui/navigation/paths.ts'

/** The password login of this host: the administrators' on theirs, the staff's elsewhere. */
export const loginHref = (): string => (isAdminHost() ? paths.loginAdmin.href() : paths.login.href())
