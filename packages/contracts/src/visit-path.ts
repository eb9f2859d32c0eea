/** Where a page reports that it is looked at. Apart from the call, whose schema no visitor needs. */
export const visitPath = '/api/forms/visits'
