import * as v from 'valibot'
import { job } from '../jobs'
import { sampleRemoval, samples } from '../samples'
import { setup, setupHidden, setupMark, setupStep } from '../setup'
import { call } from './call'
import { adminRead } from './policy'

const change = { access: 'admin', limit: 'write' } as const

export const readSetup = call({
  id: 'readSetup',
  method: 'get',
  path: '/api/setup',
  ...adminRead,
  response: { 200: setup },
})

export const markSetupStep = call({
  id: 'markSetupStep',
  method: 'put',
  path: '/api/setup/steps/:step',
  ...change,
  // Stored with who said it; it changes nothing else.
  audit: false,
  params: v.object({ step: setupStep }),
  body: { schema: setupMark },
  response: { 200: setup },
  errors: ['invalid_input'],
})

export const hideSetup = call({
  id: 'hideSetup',
  method: 'put',
  path: '/api/setup/hidden',
  ...change,
  audit: false,
  body: { schema: setupHidden },
  response: { 200: setup },
  errors: ['invalid_input'],
})

export const readSamples = call({
  id: 'readSamples',
  method: 'get',
  path: '/api/samples',
  ...adminRead,
  response: { 200: samples },
})

export const removeSamples = call({
  id: 'removeSamples',
  method: 'post',
  path: '/api/samples/remove',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'batch', by: 'action' },
  body: { schema: sampleRemoval, optional: true },
  response: { 202: job },
  errors: ['invalid_input', 'conflict'],
})
