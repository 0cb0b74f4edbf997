import type { Company } from '../../data/session/stored-session.ts'
import styles from './company-mark.module.css'

/** The company's logo on a white tile, or its initial on its colour (TEN-02). Decorative: the name is written beside it. */
export function CompanyMark({ company, size }: { company: Pick<Company, 'NOM' | 'LOGO'> | null; size: number }) {
  const box = { width: size, height: size, fontSize: Math.round(size * 0.5) }
  if (company?.LOGO) return <img src={company.LOGO} alt="" className={styles.logo} style={box} />
  return (
    <span className={styles.initial} style={box} aria-hidden>
      {[...(company?.NOM ?? 'L')][0]?.toUpperCase()}
    </span>
  )
}
