import './patterns.slow.test'
