/** A commune: name, postcode, approximate centroid (degrees), inhabitants (rounded). */
export interface Commune {
  name: string
  postcode: string
  latitude: number
  longitude: number
  population: number
}

/** Regions of the demo agencies. */
export const REGIONS = ['nantes', 'lyon'] as const
export type Region = (typeof REGIONS)[number]

// From general knowledge, good to about a kilometre: enough to place invented people.
const NANTES = `
Nantes|44000|47.2184|-1.5536|325000
Nantes|44100|47.2105|-1.5905|40000
Nantes|44200|47.2050|-1.5330|40000
Nantes|44300|47.2480|-1.5190|60000
Saint-Herblain|44800|47.2180|-1.6480|50500
Rezé|44400|47.1830|-1.5500|43500
Saint-Nazaire|44600|47.2735|-2.2138|72000
Saint-Sébastien-sur-Loire|44230|47.2070|-1.5010|28500
Orvault|44700|47.2710|-1.6230|28000
Vertou|44120|47.1690|-1.4690|26000
Couëron|44220|47.2150|-1.7210|23500
Carquefou|44470|47.2970|-1.4920|20500
La Chapelle-sur-Erdre|44240|47.2990|-1.5530|20500
Bouguenais|44340|47.1770|-1.6230|20500
La Baule-Escoublac|44500|47.2860|-2.3930|16500
Guérande|44350|47.3280|-2.4290|16500
Pornic|44210|47.1150|-2.1030|17500
Châteaubriant|44110|47.7170|-1.3760|12000
Pontchâteau|44160|47.4370|-2.0900|11000
Sainte-Luce-sur-Loire|44980|47.2500|-1.4870|15500
Les Sorinières|44840|47.1480|-1.5300|9000
Basse-Goulaine|44115|47.2100|-1.4650|9300
Haute-Goulaine|44115|47.1970|-1.4290|5900
Thouaré-sur-Loire|44470|47.2680|-1.4400|11200
Sautron|44880|47.2630|-1.6710|8500
Treillières|44119|47.3310|-1.6180|9900
Grandchamp-des-Fontaines|44119|47.3620|-1.6070|6300
Vigneux-de-Bretagne|44360|47.3260|-1.7370|6100
Saint-Étienne-de-Montluc|44360|47.2770|-1.7800|7500
Cordemais|44360|47.2900|-1.8790|3900
Savenay|44260|47.3610|-1.9420|8900
Blain|44130|47.4760|-1.7630|10000
Nort-sur-Erdre|44390|47.4390|-1.4980|9200
Héric|44810|47.4130|-1.6520|6300
Sucé-sur-Erdre|44240|47.3420|-1.5280|7300
Nozay|44170|47.5640|-1.6270|4300
Derval|44590|47.6670|-1.6710|3600
Ancenis-Saint-Géréon|44150|47.3660|-1.1770|11000
Mauves-sur-Loire|44470|47.2960|-1.3920|3300
Le Cellier|44850|47.3200|-1.3460|3900
Ligné|44850|47.4110|-1.3770|5300
Oudon|44521|47.3470|-1.2860|3900
Divatte-sur-Loire|44450|47.2450|-1.3490|7000
Le Loroux-Bottereau|44430|47.2380|-1.3480|8600
Vallet|44330|47.1610|-1.2660|9300
Clisson|44190|47.0870|-1.2830|7500
Gorges|44190|47.1000|-1.3000|4900
Gétigné|44190|47.0770|-1.2460|3700
Aigrefeuille-sur-Maine|44140|47.0770|-1.4010|4100
Geneston|44140|47.0560|-1.5110|3800
Montbert|44140|47.0580|-1.4880|3300
La Haie-Fouassière|44690|47.1560|-1.3980|4900
Saint-Philbert-de-Grand-Lieu|44310|47.0360|-1.6410|9500
Pont-Saint-Martin|44860|47.1240|-1.5840|6200
Bouaye|44830|47.1430|-1.6920|8200
La Montagne|44620|47.1880|-1.6840|6300
Le Pellerin|44640|47.1990|-1.7550|5300
Indre|44610|47.1990|-1.6730|4000
Saint-Aignan-Grandlieu|44860|47.1230|-1.6290|4100
Sainte-Pazanne|44680|47.1010|-1.8100|7200
Machecoul-Saint-Même|44270|46.9930|-1.8230|7600
Legé|44650|46.8860|-1.5980|4700
Saint-Père-en-Retz|44320|47.2060|-2.0410|4700
Saint-Brevin-les-Pins|44250|47.2450|-2.1660|14500
Saint-Michel-Chef-Chef|44730|47.1810|-2.1500|5200
La Plaine-sur-Mer|44770|47.1390|-2.1900|4600
Préfailles|44770|47.1320|-2.2130|1300
Chaumes-en-Retz|44320|47.1550|-1.9670|6900
Villeneuve-en-Retz|44580|47.0360|-1.9450|5100
Montoir-de-Bretagne|44550|47.3280|-2.1490|7100
Donges|44480|47.3180|-2.0750|8100
Trignac|44570|47.3180|-2.1890|8000
Pornichet|44380|47.2650|-2.3370|12000
Le Pouliguen|44510|47.2740|-2.4290|4300
Batz-sur-Mer|44740|47.2780|-2.4800|2900
Le Croisic|44490|47.2930|-2.5110|4000
La Turballe|44420|47.3460|-2.5120|4600
Piriac-sur-Mer|44420|47.3800|-2.5460|2300
Mesquer|44420|47.3980|-2.4610|2100
Herbignac|44410|47.4480|-2.3180|7200
Saint-Joachim|44720|47.3830|-2.1930|4000
Besné|44160|47.3990|-2.0920|3200
Saint-Gildas-des-Bois|44530|47.5180|-2.0390|4000
Missillac|44780|47.4820|-2.1590|5400
Campbon|44750|47.4130|-1.9680|4100
Fay-de-Bretagne|44130|47.4140|-1.7900|3800
Le Temple-de-Bretagne|44360|47.3280|-1.7900|2000
Guémené-Penfao|44290|47.6290|-1.8320|5200
Joué-sur-Erdre|44440|47.4960|-1.4200|2500
Riaillé|44440|47.5210|-1.2890|2400
Varades|44370|47.3830|-1.0290|3700
Montaigu-Vendée|85600|46.9740|-1.3110|21000
Rocheservière|85620|46.9390|-1.5080|3300
Challans|85300|46.8460|-1.8780|22500
Beaupréau-en-Mauges|49600|47.2020|-0.9940|24000
Sèvremoine|49450|47.1090|-1.0900|26000
Orée-d'Anjou|49270|47.3050|-1.2400|16800
Redon|35600|47.6510|-2.0840|9300`

const LYON = `
Lyon|69001|45.7690|4.8290|29000
Lyon|69002|45.7530|4.8280|31000
Lyon|69003|45.7590|4.8560|104000
Lyon|69004|45.7780|4.8270|36000
Lyon|69005|45.7560|4.8020|50000
Lyon|69006|45.7720|4.8510|52000
Lyon|69007|45.7340|4.8410|87000
Lyon|69008|45.7350|4.8700|87000
Lyon|69009|45.7800|4.8050|52000
Villeurbanne|69100|45.7719|4.8902|160000
Vénissieux|69200|45.6980|4.8860|66000
Caluire-et-Cuire|69300|45.7970|4.8470|43500
Saint-Priest|69800|45.6970|4.9420|48000
Vaulx-en-Velin|69120|45.7780|4.9190|53000
Bron|69500|45.7390|4.9130|43000
Rillieux-la-Pape|69140|45.8210|4.8980|31500
Meyzieu|69330|45.7670|5.0030|36500
Décines-Charpieu|69150|45.7690|4.9590|30000
Oullins-Pierre-Bénite|69600|45.7140|4.8080|37500
Sainte-Foy-lès-Lyon|69110|45.7340|4.7960|22000
Tassin-la-Demi-Lune|69160|45.7640|4.7770|22500
Saint-Genis-Laval|69230|45.6950|4.7930|21000
Écully|69130|45.7740|4.7780|18300
Francheville|69340|45.7360|4.7630|15400
Craponne|69290|45.7450|4.7230|11900
Chassieu|69680|45.7440|4.9720|11000
Corbas|69960|45.6680|4.9020|11200
Feyzin|69320|45.6730|4.8590|10200
Irigny|69540|45.6740|4.8220|8900
Saint-Fons|69190|45.7090|4.8530|19300
Mions|69780|45.6650|4.9540|13700
Genas|69740|45.7310|5.0010|13300
Saint-Bonnet-de-Mure|69720|45.6900|5.0290|6900
Saint-Laurent-de-Mure|69720|45.6850|5.0430|5700
Jonage|69330|45.7960|5.0460|6000
Brignais|69530|45.6740|4.7540|11800
Chaponost|69630|45.7100|4.7420|9000
Givors|69700|45.5910|4.7690|20500
Grigny-sur-Rhône|69520|45.6090|4.7900|10200
Mornant|69440|45.6180|4.6710|6200
Vaugneray|69670|45.7380|4.6570|6100
Grézieu-la-Varenne|69290|45.7470|4.6900|6200
Saint-Symphorien-d'Ozon|69360|45.6330|4.8590|5900
Ternay|69360|45.6030|4.8110|5600
Communay|69360|45.6040|4.8340|4300
Neuville-sur-Saône|69250|45.8760|4.8410|7700
Fontaines-sur-Saône|69270|45.8340|4.8450|7100
Champagne-au-Mont-d'Or|69410|45.7950|4.7910|5800
Dardilly|69570|45.8060|4.7530|8900
Limonest|69760|45.8370|4.7720|4000
Lentilly|69210|45.8190|4.6630|6400
L'Arbresle|69210|45.8360|4.6150|6600
Tarare|69170|45.8960|4.4330|10600
Amplepuis|69550|45.9730|4.3300|5000
Thizy-les-Bourgs|69240|46.0330|4.3120|6100
Villefranche-sur-Saône|69400|45.9890|4.7190|36500
Gleizé|69400|45.9890|4.6970|8000
Limas|69400|45.9750|4.7050|4800
Arnas|69400|46.0230|4.7080|4000
Anse|69480|45.9360|4.7190|7700
Belleville-en-Beaujolais|69220|46.1090|4.7490|13500
Chazay-d'Azergues|69380|45.8730|4.7100|4200
Lozanne|69380|45.8580|4.6820|2900
Val d'Oingt|69620|45.9480|4.5830|4000
Beaujeu|69430|46.1540|4.5880|2100
Condrieu|69420|45.4630|4.7670|4000
Ampuis|69420|45.4890|4.8100|2700
Sainte-Colombe|69560|45.5250|4.8670|2000
Pusignan|69330|45.7540|5.0690|4300
Colombier-Saugnieu|69125|45.7180|5.1020|2700
Saint-Pierre-de-Chandieu|69780|45.6460|5.0140|4700
Vienne|38200|45.5250|4.8740|30500
Pont-Évêque|38780|45.5320|4.9110|5400
Chasse-sur-Rhône|38670|45.5800|4.8000|6300
Heyrieux|38540|45.6280|5.0570|4800
Saint-Quentin-Fallavier|38070|45.6430|5.1120|6300
Villefontaine|38090|45.6130|5.1490|19300
La Verpillière|38290|45.6350|5.1470|7600
L'Isle-d'Abeau|38080|45.6190|5.2330|17300
Bourgoin-Jallieu|38300|45.5860|5.2730|29800
Charvieu-Chavagneux|38230|45.7470|5.1550|10200
Pont-de-Chéruy|38230|45.7510|5.1730|6300
Tignieu-Jameyzieu|38230|45.7360|5.1890|7900
Crémieu|38460|45.7250|5.2490|3400
Roussillon|38150|45.3720|4.8120|8700
Le Péage-de-Roussillon|38550|45.3740|4.7970|6800
Rive-de-Gier|42800|45.5290|4.6170|15400
Saint-Chamond|42400|45.4770|4.5130|35500
Saint-Étienne|42000|45.4397|4.3872|173000
Trévoux|01600|45.9410|4.7740|7000
Reyrieux|01600|45.9290|4.8170|4900
Miribel|01700|45.8240|4.9530|10100
Beynost|01700|45.8340|5.0000|4900
Montluel|01120|45.8520|5.0570|7200
Dagneux|01120|45.8510|5.0740|4900
Villars-les-Dombes|01330|46.0030|5.0300|5100
Ambérieu-en-Bugey|01500|45.9590|5.3520|15200
Meximieux|01800|45.9050|5.1950|8200
Lagnieu|01150|45.9030|5.3490|7400
Châtillon-sur-Chalaronne|01400|46.1200|4.9570|5100
Jassans-Riottier|01480|45.9840|4.7600|6300
Mâcon|71000|46.3069|4.8287|34500`

const parse = (text: string): Commune[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', postcode = '', latitude, longitude, population] = line.split('|')
      return {
        name,
        postcode,
        latitude: Number(latitude),
        longitude: Number(longitude),
        population: Number(population),
      }
    })

export const COMMUNES: Readonly<Record<Region, readonly Commune[]>> = { nantes: parse(NANTES), lyon: parse(LYON) }

/** Draws a commune of the region, each as likely as it is populated; `at` is uniform in [0, 1). */
export function drawCommune(region: Region, at: number): Commune {
  const list = COMMUNES[region]
  let left = at * list.reduce((sum, commune) => sum + commune.population, 0)
  for (const commune of list) {
    left -= commune.population
    if (left < 0) return commune
  }
  return list[list.length - 1] as Commune
}
