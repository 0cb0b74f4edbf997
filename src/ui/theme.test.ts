// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, it } from 'vitest'
import * as entreprise from '../../schemas/entities/entreprise.ts'
import { applyCompanyTheme, companyColor, inkOn } from '../domain/company/company-theme.ts'
import { setFavicon } from '../domain/company/favicon.ts'
import { colorSchemeManager, DEFAULT_COMPANY_COLOR, theme } from './theme.ts'

const icon = (): string | null => document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? null

describe('the company’s colour', () => {
  it('[TEN-02] is its COLOR, or #BD1734', () => {
    expect(DEFAULT_COMPANY_COLOR).toBe('#BD1734')
    expect(DEFAULT_COMPANY_COLOR).toBe(entreprise.DEFAULT_COMPANY_COLOR)
    expect(companyColor({ COLOR: '#123456' })).toBe('#123456')
    expect(companyColor({ COLOR: null })).toBe('#BD1734')
    expect(companyColor({ COLOR: 'red;}' })).toBe('#BD1734')
  })

  it('has an ink with a contrast of 4.5:1 on every colour', () => {
    expect(inkOn('#BD1734')).toBe('#ffffff')
    expect(inkOn('#F2D024')).toBe('#000000')
    const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    const steps = Array.from({ length: 18 }, (_, step) => step * 15)
    const faint = steps.flatMap((red) =>
      steps.flatMap((green) =>
        steps.flatMap((blue) => {
          const rgb = [red, green, blue] as const
          const color = `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`
          const [r, g, b] = rgb.map((value) => linear(value / 255)) as [number, number, number]
          const light = 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
          const contrast = inkOn(color) === '#ffffff' ? 1.05 / light : light / 0.05
          return contrast < 4.5 ? [color] : []
        }),
      ),
    )
    expect(faint).toEqual([])
  })

  it('[TEN-05] the favicon changes at runtime with the company’s logo', () => {
    const company = { id: '1', key: 'demo', NOM: 'Démo', COLOR: '#123456', LOGO: '/logo.png' }
    applyCompanyTheme({ ...company, BACKGROUND: null, FUSEAU: null, AIDE_URL: null })
    expect(document.documentElement.style.getPropertyValue('--lola-company')).toBe('#123456')
    expect(icon()).toBe('/logo.png')
    setFavicon({ logo: null })
    expect(icon()).toBe('/icon.svg')
  })
})

describe('the dark theme', () => {
  const script = readFileSync('public/theme.js', 'utf8')
  const paint = (system: 'dark' | 'light' = 'light'): string | null => {
    const matchMedia = (query: string) => ({ matches: query === `(prefers-color-scheme: ${system})` })
    runInNewContext(script, { document, localStorage, matchMedia })
    return document.documentElement.getAttribute('data-mantine-color-scheme')
  }
  beforeEach(() => localStorage.clear())

  it('[TEN-03] is the system’s before the first paint until somebody chooses', () => {
    expect(paint('dark')).toBe('dark')
    expect(colorSchemeManager.get('auto')).toBe('auto')
    colorSchemeManager.set('light')
    expect(paint('dark')).toBe('light')
  })

  it('[TEN-03] is off at first; the switch’s stored value is applied before the first paint', () => {
    expect(paint()).toBe('light')
    colorSchemeManager.set('dark')
    expect(paint()).toBe('dark')
    colorSchemeManager.set('light')
    expect(paint()).toBe('light')
  })

  it('[TEN-03] the page loads the script before the app, from a file and not inline', () => {
    const page = readFileSync('index.html', 'utf8')
    expect(page.indexOf('<script src="/theme.js">')).toBeGreaterThan(0)
    expect(page.indexOf('/theme.js')).toBeLessThan(page.indexOf('main.tsx'))
    expect(page).not.toMatch(/<script(?![^>]*src=)/)
  })

  it('[TEN-03] primary is green, secondary grey-blue, error dark red', () => {
    expect(theme.primaryColor).toBe('vert')
    expect([theme.colors?.vert?.[7], theme.colors?.ardoise?.[6], theme.colors?.rouge?.[7]]).toEqual([
      '#237032',
      '#5f7389',
      '#a31d1d',
    ])
  })
})

describe('the size of text', () => {
  it('follows the browser’s: no style sets it in px', () => {
    const styles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
    expect(styles.length).toBeGreaterThan(50)
    const fixed = styles.filter((file) => /font(-size)?:[^;{}(]*\d+px/.test(readFileSync(`src/${file}`, 'utf8')))
    expect(fixed).toEqual([])
    expect(JSON.stringify([theme.fontSizes, theme.headings?.sizes])).not.toContain('px')
  })
})
