import { companiesText as text } from '../../text/admin/companies.ts'
import styles from './company-look.module.css'
import { CompanyMark } from './company-mark.tsx'
import { companyStyle } from './company-style.ts'
import { companyColor } from './company-theme.ts'

export interface Theme {
  NOM: string
  COLOR: string | null
  LOGO: string | null
  BACKGROUND: string | null
}

const DEFAULT_BACKGROUND = '/fond-connexion.svg'

/** The login page and the header as the company's people will see them, while it is being chosen (TEN-02). */
export function ThemePreview({ theme }: { theme: Theme }) {
  const mark = { NOM: theme.NOM || text.title.charAt(0), LOGO: theme.LOGO }
  const background = theme.BACKGROUND || DEFAULT_BACKGROUND
  return (
    <section
      className={styles.preview}
      aria-label={text.preview}
      data-color={companyColor(theme)}
      style={companyStyle(companyColor(theme))}
    >
      <h2 className={styles.previewTitle}>{text.preview}</h2>
      <div className={styles.header}>
        <CompanyMark company={mark} size={26} />
        {theme.NOM || text.unnamed}
      </div>
      <div className={styles.login} style={{ backgroundImage: `url("${encodeURI(background)}")` }}>
        <div className={styles.card}>
          <div className={styles.brand}>
            <CompanyMark company={mark} size={32} />
            {theme.NOM || text.unnamed}
          </div>
          <div className={styles.line} aria-hidden />
          <div className={styles.line} aria-hidden />
          <div className={styles.action} aria-hidden />
        </div>
      </div>
    </section>
  )
}
