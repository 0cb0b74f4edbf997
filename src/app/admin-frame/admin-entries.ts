import {
  IconAddressBook,
  IconBuilding,
  IconDeviceMobile,
  IconFolder,
  IconHistory,
  IconHome,
  IconHourglass,
  IconLink,
  IconMail,
  IconMailCog,
  IconPalette,
  IconSend,
  IconShieldCheck,
  IconTag,
  IconTerminal2,
  IconUserCog,
  IconUserOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { adminText } from '../../text/admin/admin.ts'
import { adminPaths } from '../../ui/navigation/admin-paths.ts'

export interface AdminEntry {
  href: string
  title: string
  icon: TablerIcon
}

const { entries } = adminText

/** The entries of the drawer, in groups (ADM-01). */
export const ADMIN_GROUPS: readonly { title: string; entries: readonly AdminEntry[] }[] = [
  {
    title: adminText.groups.overview,
    entries: [
      { href: adminPaths.home.href(), title: entries.home, icon: IconHome },
      { href: adminPaths.companies.href(), title: entries.companies, icon: IconBuilding },
      { href: adminPaths.devices.href(), title: entries.devices, icon: IconDeviceMobile },
      { href: adminPaths.messages.href(), title: entries.messages, icon: IconSend },
      { href: adminPaths.audit.href(), title: entries.audit, icon: IconHistory },
      { href: adminPaths.privacy.href(), title: entries.privacy, icon: IconUserOff },
      { href: adminPaths.retention.href(), title: entries.retention, icon: IconHourglass },
    ],
  },
  {
    title: adminText.groups.accounts,
    entries: [
      { href: adminPaths.list('personnels'), title: entries.personnels, icon: IconAddressBook },
      { href: adminPaths.list('roles'), title: entries.roles, icon: IconShieldCheck },
      { href: adminPaths.list('users'), title: entries.users, icon: IconUserCog },
    ],
  },
  {
    title: adminText.groups.content,
    entries: [
      { href: adminPaths.list('labels'), title: entries.labels, icon: IconTag },
      { href: adminPaths.list('shortener'), title: entries.shortener, icon: IconLink },
      { href: adminPaths.drive.href(), title: entries.drive, icon: IconFolder },
      { href: adminPaths.list('assetsitem'), title: entries.assets, icon: IconPalette },
    ],
  },
  {
    title: adminText.groups.technical,
    entries: [
      { href: adminPaths.mailTemplates.href(), title: entries.mailTemplates, icon: IconMail },
      { href: adminPaths.smtp.href(), title: entries.smtp, icon: IconMailCog },
      { href: adminPaths.tinker.href(), title: entries.tinker, icon: IconTerminal2 },
    ],
  },
]
