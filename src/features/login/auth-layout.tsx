import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isAdminHost } from '../../data/api/host.ts'
import { useCompany } from '../../data/session/session.tsx'
import { CompanyMark } from '../../domain/company/company-mark.tsx'
import { Greeting } from '../../domain/company/greeting.tsx'
import { PrivacyLink } from '../../domain/company/privacy-link.tsx'
import { appText } from '../../text/app.ts'
import { loginText } from '../../text/login.ts'
import { paths } from '../../ui/navigation/paths.ts'
import styles from './auth-layout.module.css'

const DEFAULT_BACKGROUND = '/fond-connexion.svg'

/** The layout of every page before login: the company's background and logo, the choice of the area at the bottom (TEN-02, TEN-09). */
export function AuthLayout({ area, children }: { area: 'manager' | 'space' | 'admin'; children: ReactNode }) {
  const company = useCompany()
  const background = company?.BACKGROUND || DEFAULT_BACKGROUND
  return (
    <div className={styles.page} style={{ backgroundImage: `url("${encodeURI(background)}")` }}>
      <main className={styles.card}>
        <div className={styles.brand}>
          <CompanyMark company={company} size={48} />
          <span className={styles.name}>{company?.NOM ?? appText.name}</span>
        </div>
        {area === 'admin' ? null : <Greeting of="ACCUEIL_CONNEXION" className={styles.greeting} />}
        {children}
      </main>
      <footer className={styles.footer}>
        {!isAdminHost() && (
          <nav className={styles.areas} aria-label={loginText.areasLabel}>
            <AreaLink to={paths.login.href()} label={loginText.areaManager} current={area === 'manager'} />
            <AreaLink to={paths.loginSpace.href()} label={loginText.areaSpace} current={area === 'space'} />
          </nav>
        )}
        <PrivacyLink className={styles.legal} />
      </footer>
    </div>
  )
}

function AreaLink({ to, label, current }: { to: string; label: string; current: boolean }) {
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      radius="xl"
      {...(current ? { 'aria-current': 'page' as const } : {})}
    >
      {label}
    </Button>
  )
}
