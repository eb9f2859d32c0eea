/** The towns that the drawn map shows, and what it shows of them. It is on the page as long as these are the school's places. */
export const mapTowns = ['Roseville', 'Sacramento'] as const
export const mapText = `Map: ${mapTowns[0]} lies north-east of ${mapTowns[1]}, on the other side of the American River.`
