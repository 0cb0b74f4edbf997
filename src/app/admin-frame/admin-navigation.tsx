import { Link } from '@tanstack/react-router'
import { appText } from '../../text/app.ts'
import { adminPaths } from '../../ui/navigation/admin-paths.ts'
import { paths } from '../../ui/navigation/paths.ts'
import shellStyles from '../shell/shell-navigation.module.css'
import { ADMIN_GROUPS } from './admin-entries.ts'
import styles from './admin-layout.module.css'

/** The drawer's entries, in the side bar of a desktop and in the menu of a phone. */
export function AdminNavigation({ className }: { className?: string | undefined }) {
  return (
    <>
      <nav className={className} aria-label={appText.navigation}>
        {ADMIN_GROUPS.map(({ title, entries }) => (
          <section key={title} className={styles.group} aria-label={title}>
            <h2 className={styles.groupTitle}>{title}</h2>
            {entries.map(({ href, title: label, icon: Icon }) => (
              <Link
                key={href}
                to={href}
                className={shellStyles.entry}
                activeOptions={{ exact: href === adminPaths.home.href(), includeSearch: false }}
              >
                <Icon size={20} stroke={1.7} aria-hidden />
                <span>{label}</span>
              </Link>
            ))}
          </section>
        ))}
      </nav>
      <footer className={shellStyles.foot}>
        <Link to={paths.privacy.href()} className={shellStyles.legal}>
          {appText.privacy}
        </Link>
      </footer>
    </>
  )
}
