import './kubernetes.test'
